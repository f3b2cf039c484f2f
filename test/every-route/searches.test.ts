import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  associateChallenges,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import { matchesKeyword } from '#organisations/associates/search-words.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import { application, insertApplications, numberOf } from '#test/factories/donating.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import { foldedLine } from '#warehouse/dealer-ledger/number-entries.server.ts';

// Every search with the normal form of both sides: text stored in one spelling is found by another.

const house = await testApp();
const { app, db, services } = house;
const signIn = signedIn(house);
let owner: Record<string, string>;

const stored = { name: 'ＡＢＣ髙﨑カフェ', kana: 'えーびーしーたかさきかふぇ' };
const names = [stored.name, 'abc', 'ＡＢＣ', 'ｶﾌｪ', 'かふぇ', '高崎', '　カフェ abc　'];
const readings = [stored.kana, 'タカサキ', 'ﾀｶｻｷｶﾌｪ'];
const phones = [
  '090-1234-5678',
  '０９０ー１２３４ー５６７８',
  '(090)1234-5678',
  '+81 90-1234-5678',
];
const addresses = [
  'hanako@tasuki.example',
  'ＨＡＮＡＫＯ＠ｔａｓｕｋｉ．ｅｘａｍｐｌｅ',
  ' Hanako@Tasuki.example ',
];
const numbers = [numberOf(1), numberOf(1).toLowerCase(), numberOf(1).replaceAll('-', '')];

/** By route: the expected match, the normal form, and the input. `path` searches without a keyword. */
const searches: Record<string, { form: string; typed: readonly string[]; found: string }> = {
  'GET /api/associates': { form: 'foldText', typed: names, found: 'kafe' },
  'POST /api/office/associates/search': {
    form: 'fold_search',
    typed: [...names, ...readings, 'KAFE'],
    found: 'kafe',
  },
  'GET /api/office/funds/{socialChallengeId}/candidates': {
    form: 'fold_search',
    typed: [...names, ...readings],
    found: 'kafe',
  },
  'POST /api/office/applications/search': {
    form: 'fold_search',
    typed: [...names, ...phones, ...addresses, ...numbers, '高橋花子', 'タカハシ', '見本町'],
    found: numberOf(1),
  },
  'POST /api/office/donors/search': {
    form: 'fold_search',
    typed: [...phones, ...addresses, ...numbers, '高橋花子', 'タカハシ'],
    found: numberOf(1),
  },
  'POST /api/office/search': {
    form: 'folded',
    typed: ['2026-000001', '２０２６ー０００００１', '　2026 ‐ 000001 '],
    found: '/admin/dealer-ledger/2026-000001',
  },
  'POST /api/office/dealer-ledger/search': {
    form: 'fold_search',
    typed: [...names, ...numbers, '高橋花子', '見本町'],
    found: numberOf(1),
  },
  'POST /api/office/mails/search': {
    form: 'normaliseEmail, parseAppraisalId',
    typed: [...addresses, ...numbers],
    found: 'ご案内',
  },
  // Names of all banks and branches: src/money/bank-accounts/bank-names.server.test.ts.
  'GET /api/office/banks': { form: 'bankNameForm', typed: ['三菱UFJ銀行', '0005'], found: '0005' },
  'GET /api/office/banks/{code}/branches': {
    form: 'bankNameForm',
    typed: ['阿佐ケ谷支店', 'ｱｻｶﾞﾔ', '１５６'],
    found: '156',
  },
};

beforeAll(async () => {
  owner = await signIn('owner-1', 'owner');
  await insertChallenges(db);
  await db.insert(associates).values({
    ...{ id: 'kafe', name: stored.name, nameKana: stored.kana },
    ...{ summary: '見本です。', classification: 'npo' },
  });
  await db
    .insert(associateChallenges)
    .values({ associateId: 'kafe', socialChallengeId: 'animal', position: 0 });
  await insertApplications(db, [
    application(1, { associateId: 'kafe', tel: '09012345678', email: 'hanako@tasuki.example' }),
  ]);
  await db.execute(sql`
    insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind, quantity,
      feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method, entered_by,
      entered_at, kept_until, folded)
    select '2026-000001', ${numberOf(1)}, 'row', 1, '2026-11-01', 'purchase', ${stored.name}, 1, '紺色', 1000,
      '髙橋 花子', '東京都見本町', '会社員', 40, 'papers', 'owner-1', now(), '2030-01-01', ${foldedLine(
        {
          number: sql`'2026-000001'`,
          appraisalId: sql`${numberOf(1)}::text`,
          letterNumber: sql`''`,
          partyName: sql`'髙橋 花子'`,
          partyAddress: sql`'東京都見本町'`,
          kind: sql`${stored.name}::text`,
          feature: sql`'紺色'`,
        },
      )}`);
  await db.insert(outboxMails).values({
    ...{ dedupeKey: 'one', messageId: '<one@tasuki.example>', kind: 'account-deleted' },
    ...{ recipient: 'hanako@tasuki.example', appraisalId: numberOf(1), subject: 'ご案内' },
    ...{ textBody: '', createdAt: house.clock.now },
  });
  await services.topics.start();
  return () => services.topics.stop();
});

async function find(route: string, typed: string) {
  const [method, path = ''] = route.split(' ') as ['GET' | 'POST', string];
  const url = path.replace('{socialChallengeId}', 'animal').replace('{code}', '0005');
  const name = url.startsWith('/api/associates') ? 'keyword' : 'name';
  return method === 'POST'
    ? app.inject({ method, url, payload: { keyword: typed }, headers: owner })
    : app.inject({ url: `${url}?${new URLSearchParams({ [name]: typed })}`, headers: owner });
}

describe.each(Object.entries(searches))('%s', (route, { typed, found }) => {
  test.each(typed)('finds what is stored by %s', async (words) => {
    const reply = await find(route, words);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.body).toContain(found);
    const nothing = await find(route, 'ほげほげ');
    expect(nothing.body).not.toContain(found);
  });
});

test('the list of searches names every call that takes words to find something by', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  const taking = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      takesWords(operation) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  // A file of a search uses the same keyword.
  const asked = taking.filter((route) => !route.endsWith('.csv'));
  expect(asked.toSorted()).toEqual(Object.keys(searches).toSorted());
});

type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
};

function takesWords({ parameters = [], requestBody }: Operation) {
  const query = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const body = Object.keys(requestBody?.content['application/json']?.schema.properties ?? {});
  return query.includes('keyword') || query.includes('name') || body.includes('keyword');
}

test('a donor’s own lists are searched like the organisations', () => {
  for (const typed of names) expect(matchesKeyword(stored.name, typed), typed).toBe(true);
});
