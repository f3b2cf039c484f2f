import type pg from 'pg';
import { applicationStates } from '#giving/applications/application-state.ts';

/** A measured request: a list, a count or a search by the API, or the first render of a page. */
export type Measured = {
  name: string;
  /** Paths to request in turn. */
  paths: readonly string[];
  as: 'operator' | 'staff' | 'donor' | 'visitor';
  limitMs: number;
  /** Requests a page far behind, by following cursors. */
  isFarBehind?: boolean;
  /** Statement to run before each request, so that no cached page or count is reused. */
  write?: string;
};

const listLimitMs = 100;
const pageLimitMs = 60;

type Person = Record<'number' | 'name' | 'kana' | 'tel' | 'email' | 'line1', string>;

/** All measured requests, with keywords that occur in the data. */
export async function measuredRequests(client: pg.Client): Promise<Measured[]> {
  const { rows: people } = await client.query<Person>(`
    select appraisal_id as number, last_name || first_name as name,
      last_name_kana || first_name_kana as kana, tel, email, line1
    from applications tablesample system (0.1) order by random() limit 10`);
  const { rows: organisations } = await client.query<{ id: string; name: string }>(`
    select id, split_part(name, ' ', 1) as name from associates
    where id in (select associate_id from staff_memberships where uid = 'sample-staff')`);
  const { rows: batches } = await client.query<{ id: string }>(
    'select id from result_batches order by row_count desc limit 1',
  );
  const { rows: pledges } = await client.query<{ id: string }>(
    `select id from pledges where state = 'published' order by id limit 1`,
  );
  const [own] = organisations;
  return [
    ...applicationLists(people, own?.name ?? ''),
    ...otherLists(batches[0]?.id ?? '', own?.id ?? '', people[0]?.number ?? ''),
    ...publicLists(own?.id ?? ''),
    ...pages(own?.id ?? '', pledges[0]?.id ?? ''),
  ];
}

function lists(as: Measured['as'], name: string, path: string, queries: Record<string, string>) {
  return Object.entries(queries).map(([what, query]): Measured => {
    const paths = [query === '' ? path : `${path}?${query}`];
    return { name: `${name}: ${what}`, as, paths, limitMs: listLimitMs };
  });
}

const farBehind = (as: Measured['as'], name: string, path: string): Measured => ({
  name: `${name}: far behind`,
  as,
  paths: [path],
  limitMs: listLimitMs,
  isFarBehind: true,
});

const one = (as: Measured['as'], name: string, path: string): Measured => ({
  name,
  as,
  paths: [path],
  limitMs: listLimitMs,
});

function applicationLists(people: Person[], organisation: string): Measured[] {
  const path = '/api/office/applications';
  const searched = (what: string, words: string[]): Measured => ({
    name: `applications: search by ${what}`,
    as: 'operator',
    limitMs: listLimitMs,
    paths: words.map((word) => `${path}?keyword=${encodeURIComponent(word)}`),
  });
  const by = (of: (person: Person) => string) => people.map(of);
  return [
    ...lists('operator', 'applications', path, {
      'first page': '',
      'oldest first': 'order=oldest',
      'kits of today': 'due=kit',
      overdue: 'due=overdue',
      'overdue, oldest first': 'due=overdue&order=oldest',
      todo: 'due=todo',
      ...Object.fromEntries(applicationStates.map((state) => [state, `state=${state}`])),
      'thanked, oldest first': 'state=thanked&order=oldest',
      ...Object.fromEntries(
        ['thanked', 'unpriced', 'applied', 'kit-sent'].flatMap((state) => [
          [`${state}, with a name`, `state=${state}&keyword=${encodeURIComponent('佐藤')}`],
          [
            `${state}, with an organisation`,
            `state=${state}&keyword=${encodeURIComponent(organisation)}`,
          ],
        ]),
      ),
    }),
    farBehind('operator', 'applications', path),
    farBehind('operator', 'applications, thanked', `${path}?state=thanked`),
    one('operator', 'applications: counts', `${path}/counts`),
    searched(
      'number',
      by(({ number }) => number),
    ),
    searched(
      'part of a number',
      by(({ number }) => number.slice(3, 7)),
    ),
    searched(
      'name',
      by(({ name }) => name),
    ),
    searched('family name', ['佐藤', '吉田', '林']),
    searched('吉田 (𠮷田)', ['吉田', '𠮷田']),
    searched(
      'kana',
      by(({ kana }) => kana),
    ),
    searched(
      'phone',
      by(({ tel }) => tel),
    ),
    searched(
      'part of a phone',
      by(({ tel }) => tel.slice(-5)),
    ),
    searched(
      'e-mail',
      by(({ email }) => email),
    ),
    searched('part of an e-mail', ['mihon', 'example', '@mihon']),
    searched(
      'address',
      by(({ line1 }) => line1),
    ),
    searched('organisation', [organisation]),
    searched('what nobody has', ['zzzzzz', '存在しない名前']),
    one('operator', 'today', '/api/office/today'),
    one('operator', 'inbox counts', '/api/office/inbox'),
    {
      name: 'kits that leave today',
      as: 'operator',
      paths: ['/api/office/kits/today'],
      limitMs: listLimitMs,
    },
  ];
}

function otherLists(batchId: string, associateId: string, appraisalId: string): Measured[] {
  const adminList = (name: string, path: string, filters: Record<string, string> = {}) => [
    ...lists('operator', name, path, { 'first page': '', ...filters }),
    farBehind('operator', name, path),
  ];
  const countedList = (...list: Parameters<typeof adminList>) => [
    ...adminList(...list),
    one('operator', `${list[0]}: counts`, `${list[1]}/counts`),
  ];
  return [
    ...countedList('identity checks', '/api/office/identity-checks', { due: 'state=due' }),
    ...countedList('mails', '/api/office/mails', { sent: 'state=sent', dead: 'state=dead' }),
    ...countedList('messages', '/api/office/messages', {
      open: 'state=open',
      answered: 'state=answered',
    }),
    ...countedList('listings', '/api/office/listings', {
      new: 'state=new',
      declined: 'state=declined',
    }),
    ...countedList('pledge reports', '/api/office/pledge-reports', {
      open: 'state=open',
      handled: 'state=handled',
    }),
    ...adminList('uploads', '/api/office/results/batches'),
    ...adminList("an upload's rows", `/api/office/results/batches/${batchId}`),
    ...adminList('audit log', '/api/office/audit-log', {
      'of a person': 'actor=sample-operator',
      'of an action': 'action=applications',
      'of a record': `subject=${appraisalId}`,
      'of a day': 'day=2025-06-02',
    }),
    ...adminList('donors', '/api/office/donors', {
      'with a name': `keyword=${encodeURIComponent('佐藤')}`,
      'with the beginning of a phone': 'keyword=090',
    }),
    ...adminList('approvals', '/api/office/approvals'),
    ...adminList('associates', '/api/office/associates'),
    ...adminList('bank answers', '/api/office/bank-answers'),
    ...adminList("dealer's ledger", '/api/office/dealer-ledger'),
    ...adminList('fund pay-outs', '/api/office/fund-payouts'),
    ...adminList('boxes at the table', '/api/office/appraisals'),
    ...adminList('exceptions', '/api/office/intake/exceptions'),
    ...adminList('scans', '/api/office/intake/scans'),
    ...adminList('kit batches', '/api/office/kits/batches'),
    ...adminList('ledger lines', '/api/office/ledger/lines'),
    ...adminList('looks at people', '/api/office/looks'),
    ...adminList('money: organisations', '/api/office/money/associates'),
    ...adminList('money: funds', '/api/office/money/funds'),
    one('operator', 'money: months', '/api/office/money'),
    ...adminList('people', '/api/office/people'),
    ...adminList('runs', '/api/office/remittance-runs'),
    ...adminList('remittances', '/api/office/remittances'),
    ...adminList('sales', '/api/office/sales'),
    ...adminList('boxes that are out', '/api/office/tracking/boxes', {
      'sent back': 'state=returned',
    }),
    ...adminList('pick-ups', '/api/office/tracking/pickups'),
    one('staff', "staff's page", '/api/staff/associates'),
    ...['activities', 'people', 'pledges', 'receipts', 'statements', 'thanks'].flatMap((list) => [
      ...lists('staff', `staff's ${list}`, `/api/staff/associates/${associateId}/${list}`, {
        'first page': '',
      }),
    ]),
    ...lists('staff', "staff's donations", `/api/staff/associates/${associateId}/donations`, {
      'first page': '',
      'with receipts': 'receiptOnly=true',
    }),
    farBehind('staff', "staff's donations", `/api/staff/associates/${associateId}/donations`),
  ];
}

function publicLists(associateId: string): Measured[] {
  return [
    ...lists('visitor', 'public: organisations', '/api/associates', {
      all: '',
      'by a word': `keyword=${encodeURIComponent('ねこ')}`,
      'page 2 by deduction': 'isDeductible=true&page=2',
    }),
    one('visitor', 'public: activities', `/api/associates/${associateId}/activities`),
    ...lists('visitor', 'public: pledges', '/api/my-pledges', {
      'without a limit': '',
      'a hundred': 'limit=100',
    }),
    one('visitor', 'public: achievements', '/api/achievements.json'),
    one('visitor', 'public: challenges', '/api/socialChallenges'),
    one('visitor', 'public: picks', '/api/category-associates'),
    one('donor', 'own donations', '/api/users/donations'),
    one('donor', 'own applications', '/api/users/applications'),
    one('donor', 'own pledges', '/api/users/my-pledges'),
  ];
}

function pages(associateId: string, pledgeId: string): Measured[] {
  const paths = {
    top: '/',
    search: '/search',
    'search by a word': `/search?keyword=${encodeURIComponent('ねこ')}`,
    'an organisation': `/associate/${associateId}`,
    "an organisation's pledges": `/associate/${associateId}/my-pledge`,
    '#mypledge': '/my-pledge',
    'a pledge': `/my-pledge/${pledgeId}`,
    achievements: '/achievements',
    'achievements by challenge': '/achievements/category',
    'achievements by kind': '/achievements/genre',
    challenges: '/search/social-challenge',
    'a challenge': '/search/social-challenge/animal',
  };
  // Real writes that leave the data unchanged: their triggers report a change.
  const writes = {
    pledge: `update pledges set text = text where id = '${pledgeId}'`,
    donation: `update associate_months set amount_yen = amount_yen where associate_id = '${associateId}'`,
    'change of an organisation': `update associates set summary = summary where id = '${associateId}'`,
  };
  return Object.entries(writes).flatMap(([after, write]) =>
    Object.entries(paths).map(
      ([name, path]): Measured => ({
        name: `first render after a ${after}: ${name}`,
        as: 'visitor',
        paths: [path],
        limitMs: pageLimitMs,
        write,
      }),
    ),
  );
}
