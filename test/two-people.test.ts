import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { campaigns } from '#giving/campaigns/campaign-tables.server.ts';
import { auditActionLabel } from '#kit/audit/audit-line.ts';
import {
  associateActivities,
  associateThanks,
} from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { contactMessages } from '#people/messages/message-tables.server.ts';
import { insertChallenges, wholeContent } from '#test/factories/associates.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
} from '#test/factories/donating.ts';
import { boxExceptions } from '#warehouse/intake/intake-tables.server.ts';
import { emptyCarrierOptions } from '#warehouse/kits/kit-sender.ts';
import { signedIn } from './signed-in.ts';
import { testApp } from './test-app.ts';

// Two people edit the same thing: the second save is refused, both texts stay readable, and nothing
// is overwritten. The tables are written out by hand; an editable thing missing from both fails.

const house = await testApp();
const { app, db, pool, clock } = house;
const headers = new Map<string, Record<string, string>>();

type Content = Record<string, unknown>;
type Edited = {
  path: string;
  by?: [one: string, other: string];
  /** The content with these words somewhere in it. */
  with(content: Content, words: string): Content;
};
const titled = (content: Content, title: string) => ({ ...content, title });
const named = (content: Content, name: string) => ({ ...content, name });
/** With everything that publishing requires. */
const completeContent = (_: Content, name: string) => ({ ...wholeContent, name });
const staff: [string, string] = ['staff', 'colleague'];
const first = (list: unknown) => (list as Content[])[0] ?? {};
const rest = (list: unknown) => (list as Content[]).slice(1);

/** Everything with drafts and versions (docs/decisions/0018). */
const versioned: Edited[] = [
  { path: '/api/office/associates/ao/page', with: completeContent },
  { path: '/api/office/campaigns/2026:many', with: titled },
  {
    path: '/api/office/content/challenges',
    with: ({ challenges }, will) => ({
      challenges: [{ ...first(challenges), will }, ...rest(challenges)],
    }),
  },
  {
    path: '/api/office/content/mail-templates/welcome',
    with: (_, subject) => ({ own: { subject, opening: '本文', body: '', closing: '' } }),
  },
  {
    path: '/api/office/content/notices',
    with: (_, title) => ({
      notices: [
        { title, body: '', linkLabel: '', linkPath: '', startsOn: '2026-12-01', endsOn: '' },
      ],
    }),
  },
  {
    path: '/api/office/content/picks',
    with: (_, title) => ({
      picks: [{ category: 'animal', associateId: 'ao', title, comment: '' }],
    }),
  },
  {
    path: '/api/office/content/questions',
    with: ({ groups }, title) => ({ groups: [{ ...first(groups), title }, ...rest(groups)] }),
  },
  { path: '/api/office/service-facts', with: named },
  {
    path: '/api/office/settings/acceptance',
    with: (content, unservedMessage) => ({ ...content, unservedMessage }),
  },
  {
    path: '/api/office/settings/bonus-rules',
    with: (_, title) => ({
      rules: [
        {
          ...{ title, percent: 10, kind: 'all', campaign: '' },
          ...{ startsOn: '2026-12-01', endsOn: '2026-12-31' },
        },
      ],
    }),
  },
  { path: '/api/office/settings/legal/terms', with: titled },
  { path: '/api/staff/activities/ao:act', by: staff, with: titled },
  { path: '/api/staff/pages/ao', by: staff, with: completeContent },
  { path: '/api/staff/thanks/ao:thanks', by: staff, with: titled },
  { path: '/api/staff/use-reports/ao:report', by: staff, with: titled },
];

/** Things edited in place: a body that would be accepted with the latest version. */
const edited: {
  url: string;
  by?: string;
  method?: 'DELETE';
  body?: object;
  read?: string;
  /** A person's own data, which a script of theirs may write without reading it first. */
  isOwn?: true;
}[] = [
  {
    url: '/api/users/account/names/update',
    by: 'donor',
    body: { lastName: '見本', firstName: '花子', lastNameKana: 'みほん', firstNameKana: 'はなこ' },
    read: '/api/users/account',
    isOwn: true,
  },
  {
    url: '/api/users/account/tel/update',
    by: 'donor',
    body: { tel: '0312345678' },
    read: '/api/users/account',
    isOwn: true,
  },
  {
    url: '/api/office/donors/donor/correct',
    body: { tel: '0312345679', reason: 'お電話で' },
    read: '/api/office/donors/donor',
  },
  {
    url: `/api/office/applications/${numberOf(1)}/correct`,
    body: { tel: '0312345679', reason: 'お電話で' },
    read: `/api/office/donors/${numberOf(1)}`,
  },
  {
    url: '/api/office/reply-templates/:template',
    body: { name: '受け取り', body: '届きました。' },
    read: '/api/office/reply-templates/:template',
  },
  {
    url: '/api/office/reply-templates/:template',
    method: 'DELETE',
    read: '/api/office/reply-templates/:template',
  },
  {
    url: '/api/office/intake/exceptions/exception',
    body: {
      ...{ kind: 'other', appraisalId: '', place: '棚3', reason: '理由', imageIds: [] },
      ...{ ownerUid: 'op', dueOn: '2026-11-30', ending: '', endingNote: '', endingReason: '' },
    },
    read: '/api/office/intake/exceptions/exception',
  },
  {
    url: '/api/office/threads/TC-1/note',
    body: { body: 'メモ' },
    read: '/api/office/threads/TC-1',
  },
  {
    url: '/api/office/kits/sender',
    body: { ...emptyCarrierOptions, goods: '見本の箱' },
    read: '/api/office/kits/sender',
  },
  { url: '/api/office/threads/TC-1/assign', body: { uid: 'op' }, read: '/api/office/threads/TC-1' },
];

/** Cases with a long setup: the test that shows the same for each. */
const ownTests: Record<string, string> = {
  'POST /api/office/applications/{appraisalId}':
    'src/giving/applications/editing/editing.server.test.ts',
  'POST /api/applications/cancel': 'src/giving/applications/application-actions.server.test.ts',
  'POST /api/applications/correct': 'src/giving/applications/application-actions.server.test.ts',
  'POST /api/my-pledges': 'src/giving/pledges/pledge-writing.server.test.ts',
  'POST /api/my-pledges/{id}/remove': 'src/giving/pledges/pledge-writing.server.test.ts',
  'POST /api/office/appraisals/{appraisalId}/ask-review':
    'src/warehouse/appraisals/drafts.server.test.ts',
  'POST /api/office/appraisals/{appraisalId}/confirm':
    'src/warehouse/appraisals/drafts.server.test.ts',
  'POST /api/office/appraisals/{appraisalId}/continue':
    'src/warehouse/appraisals/drafts.server.test.ts',
  'POST /api/office/appraisals/{appraisalId}/finish-box':
    'src/warehouse/appraisals/drafts.server.test.ts',
  'POST /api/office/appraisals/{appraisalId}/items/{itemId}':
    'src/warehouse/appraisals/drafts.server.test.ts',
  'POST /api/office/appraisals/{appraisalId}/items/{itemId}/remove':
    'src/warehouse/appraisals/drafts.server.test.ts',
  'POST /api/office/appraisals/{appraisalId}/send-back':
    'src/warehouse/appraisals/drafts.server.test.ts',
  'POST /api/office/associates/{key}/page/send-back':
    'src/organisations/associates/page-versions.server.test.ts',
  'POST /api/office/identity/{appraisalId}/approve':
    'src/warehouse/identity-checks/identity-checks.server.test.ts',
  'POST /api/office/identity/{appraisalId}/return':
    'src/warehouse/identity-checks/identity-checks.server.test.ts',
  'POST /api/office/kits/batches/{id}/entries/{position}/take-out':
    'src/warehouse/kits/kit-batches.server.test.ts',
  'POST /api/office/journals/codes/{software}': 'src/money/journals/journals.server.test.ts',
  'POST /api/office/kits/batches/{id}/dissolve': 'src/warehouse/kits/kit-batches.server.test.ts',
  'POST /api/office/kits/batches/{id}/mark': 'src/warehouse/kits/kit-batches.server.test.ts',
  'POST /api/office/kits/batches/{id}/take-back': 'src/warehouse/kits/kit-batches.server.test.ts',
  'POST /api/office/identity/{appraisalId}/items':
    'src/warehouse/identity-checks/seller-review.server.test.ts',
  'POST /api/office/identity/{appraisalId}/letter':
    'src/warehouse/identity-checks/seller-review.server.test.ts',
  'POST /api/office/settings/dealer-ledger':
    'src/warehouse/dealer-ledger/dealer-ledger.server.test.ts',
  'POST /api/office/mails/{id}/resend': 'src/people/mail/mail.server.test.ts',
  'POST /api/office/threads/{id}/reply': 'src/people/messages/threads.server.test.ts',
  'DELETE /api/staff/associates/{associateId}/thanks/templates/{id}':
    'src/organisations/thanks/own-templates.server.test.ts',
  'POST /api/staff/associates/{associateId}/thanks/templates/{id}':
    'src/organisations/thanks/own-templates.server.test.ts',
  'POST /api/users/account/address/update': 'src/people/accounts/accounts.server.test.ts',
  'POST /api/users/profile': 'src/giving/profiles/profiles.server.test.ts',
};

const send = (
  by: string,
  url: string,
  payload: object = {},
  { ifMatch, method }: { ifMatch?: string; method?: 'DELETE' | undefined } = {},
) =>
  app.inject({
    method: method ?? 'POST',
    url,
    headers: { ...headers.get(by), ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
    ...(method === undefined && { payload }),
  });
const get = async (by: string, url: string) => {
  const reply = await app.inject({ url, headers: headers.get(by) ?? {} });
  expect(reply.statusCode, reply.body).toBe(200);
  return { body: reply.json(), etag: String(reply.headers.etag) };
};
const audited = async (by: string) =>
  (
    await pool.query<{ action: string }>(
      'select action from audit_log where actor_uid = $1 order by id',
      [by],
    )
  ).rows.map(({ action }) => action);
let template = '';

beforeAll(async () => {
  await insertChallenges(db);
  for (const [uid, role] of [
    ['op', 'operator'],
    ['second', 'operator'],
    ['staff', 'staff'],
    ['colleague', 'staff'],
    ['donor', 'donor'],
  ] as const) {
    headers.set(uid, await signedIn(house)(uid, role));
  }
  await insertAssociate(db, 'ao', '見本の会');
  await db.insert(staffMemberships).values(staff.map((uid) => ({ uid, associateId: 'ao' })));
  const article = { associateId: 'ao', title: '題', body: '本文', publishedAt: clock.now };
  await db.insert(associateActivities).values({ ...article, id: 'act' });
  await db.insert(associateThanks).values({ ...article, id: 'thanks' });
  await db.execute(sql`
    insert into use_reports (id, associate_id, edition, period_from, period_to, title, body, yen, gifts, published_at)
    values ('report', 'ao', 1, '2026-07-01', '2026-07-31', '題', '本文', 1, 1, now())`);
  await db.insert(campaigns).values({
    ...{ year: 2026, token: 'many', title: '特集', lead: 'はじめに', body: '本文' },
    ...{ startsOn: '2026-01-01', endsOn: '2026-12-31' },
  });
  await insertApplications(db, [application(1, { state: 'applied' })]);
  await db.insert(contactMessages).values({
    ...{ id: 'TC-1', kind: 'other', name: '見本', email: 'a@tasuki.example', message: '質問' },
    createdAt: clock.now,
  });
  await db.insert(boxExceptions).values({
    ...{ id: 'exception', kind: 'other', place: '棚', reason: '理由', ownerUid: 'op' },
    ...{ dueOn: '2026-11-30', createdBy: 'op', createdAt: clock.now },
    ...{ changedBy: 'op', changedAt: clock.now },
  });
  const made = await send('op', '/api/office/reply-templates', { name: '定型', body: '本文' });
  template = made.json().id;
});

describe.each(versioned)('$path', ({ path, by: [one, other] = ['op', 'second'], with: say }) => {
  test('shows both versions to the second person, and overwrites neither', async () => {
    const seen = await get(one, path);
    const before = seen.body.current.content as Content;
    const mine = say(before, '一人目の言葉');
    const theirs = say(before, '二人目の言葉');
    const saved = await send(one, `${path}/draft`, { content: mine }, { ifMatch: seen.etag });
    expect(saved.statusCode, saved.body).toBe(200);
    const late = await send(other, `${path}/draft`, { content: theirs }, { ifMatch: seen.etag });
    expect([late.statusCode, late.json().type]).toEqual([409, 'Conflict']);
    expect(late.json().message).toContain('ほかの画面で内容が変わっています');
    // Their form keeps what they wrote; the other draft and the current version are shown beside it.
    const both = await get(other, path);
    expect(both.body.draft.content).toEqual(mine);
    expect(both.body.current.content).toEqual(before);
    for (const [step, body] of [
      ['publish', { note: '', holdsFrom: '' }],
      ['discard', {}],
      ['restore', { number: 1 }],
    ] as const) {
      const stale = await send(other, `${path}/${step}`, body, { ifMatch: seen.etag });
      expect([step, stale.statusCode]).toEqual([step, 409]);
    }
    expect(await get(other, path)).toEqual(both);
    // After reading both, they may save.
    const after = await send(other, `${path}/draft`, { content: theirs }, { ifMatch: both.etag });
    expect(after.json().draft.content).toEqual(theirs);
  });

  test('is changed by no one without an audit entry', async () => {
    const before = await audited(other);
    const published = await send(other, `${path}/publish`, { note: '', holdsFrom: '' });
    expect(published.statusCode, published.body).toBe(200);
    const { current } = (await get(other, path)).body;
    const next = await send(other, `${path}/draft`, { content: say(current.content, 'つぎ') });
    expect(next.statusCode, next.body).toBe(200);
    expect((await send(other, `${path}/restore`, { number: 1 })).statusCode).toBe(200);
    expect((await send(other, `${path}/discard`)).statusCode).toBe(200);
    const added = (await audited(other)).slice(before.length);
    expect(added.map((action) => action.split('.')[1])).toEqual([
      expect.stringMatching(/^(?:publish|ask)$/),
      'draft',
      'restore',
      'discard',
    ]);
    expect(added.map(auditActionLabel).filter((label) => label.startsWith('そのほか'))).toEqual([]);
  });
});

describe.each(edited)('$url ($method)', ({ url, by = 'op', method, body, read = '' }) => {
  test('is refused from a stale page, and changes nothing', async () => {
    const address = url.replace(':template', template);
    const place = read.replace(':template', template);
    const before = await get(by, place);
    const reply = await send(by, address, body, { ifMatch: '"999"', method });
    expect([reply.statusCode, reply.json().type]).toEqual([409, 'Conflict']);
    expect(await get(by, place)).toEqual(before);
  });
});

test.each(edited.filter(({ isOwn }) => !isOwn))(
  '$url ($method) is refused to who names no version',
  async (one) => {
    const { url, by = 'op', method, body, read = '' } = one;
    const place = read.replace(':template', template);
    const before = await get(by, place);
    const reply = await send(by, url.replace(':template', template), body, { method });
    expect([reply.statusCode, reply.json().type]).toEqual([409, 'Conflict']);
    expect(await get(by, place)).toEqual(before);
  },
);

test('the tables contain everything that two people may edit at once', async () => {
  const document = (await app.inject('/api/openapi.json')).json();
  const asked = Object.entries<Record<string, { summary?: string }>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods)
        .filter(([, { summary = '' }]) => summary.includes('If-Match'))
        .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  const patternOf = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
  const isKnown = (line: string) => {
    const [method = '', path = ''] = line.split(' ');
    if (line in ownTests) return true;
    const steps = ['draft', 'publish', 'discard', 'restore'];
    const places = versioned.flatMap((one) => steps.map((step) => `${one.path}/${step}`));
    const others = edited.filter((one) => (one.method ?? 'POST') === method).map(({ url }) => url);
    return [...places, ...others].some((place) => patternOf(path).test(place));
  };
  expect(asked.filter((line) => !isKnown(line))).toEqual([]);
  for (const file of new Set(Object.values(ownTests))) {
    expect(readFileSync(file, 'utf8'), file).toMatch(/if-match/i);
  }
});
