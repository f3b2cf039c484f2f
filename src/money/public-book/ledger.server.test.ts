import { beforeAll, expect, test } from 'vitest';
import { jstDay } from '#kit/values/timestamp.ts';
import { transferConfirmations } from '#organisations/confirmations/confirmation-tables.server.ts';
import { insertChallenges } from '#test/factories/associates.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  numberOf,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { payOut, remit } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { LedgerMonth, LedgerRow } from './ledger.ts';
import { readEntries } from './public-entries.server.ts';
import { publishDue } from './publish.server.ts';

const house = await testApp({ now: new Date('2026-11-20T10:00:00+09:00') });
const { app, db, clock, services } = house;
const people = { asks: 'op', approves: 'accountant' };

beforeAll(async () => {
  await signedIn(house)('op', 'operator');
  await signedIn(house)('accountant', 'accountant');
  await insertChallenges(db);
  for (const id of ['ao', 'mori']) await insertAssociate(db, id, `${id}の会`);
  await db.execute(`
    insert into associate_challenges (associate_id, social_challenge_id, position) values ('ao', 'animal', 0)`);
  await insertApplications(db, [
    ...[1, 2, 3, 4, 5, 6].map((n) => application(n)),
    application(7, { associateId: 'mori' }),
    ...[11, 12, 13, 14, 15].map((n) => application(n, { kind: 'fund' })),
  ]);
  const operator = await headersOfSession(house, 'op');
  const lines = [
    ...[1, 2, 3, 4, 5, 6].map((n) => resultLine(n)),
    resultLine(7, { associate: 'mori' }),
    ...[11, 12, 13, 14, 15].map((n) => resultLine(n, { associate: '' })),
  ];
  const { body } = await uploadResults(house, operator, resultFile(...lines));
  expect(body.errors).toEqual([]);
});

const read = async <Answer>(path: string): Promise<Answer> => {
  const reply = await app.inject(path);
  expect([path, reply.statusCode]).toEqual([path, 200]);
  return reply.json<Answer>();
};
const ledger = (query = '') => read<LedgerRow[]>(`/api/ledger${query}`);
async function nextDay() {
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000);
  await publishDue(services.ctx);
}

test('a transfer of six gifts shows its sums once it arrived, one of a single gift its days alone', async () => {
  await nextDay();
  expect(await ledger()).toEqual([]);
  await remit(house, [1, 2, 3, 4, 5, 6, 7].map(numberOf), people);
  const sentOn = jstDay(clock.now);
  expect(await ledger()).toEqual([]);
  await nextDay();
  const rows = await ledger('?associate=ao');
  expect(rows).toMatchObject([
    {
      ...{ kind: 'transfer', state: 'arrived', associateName: 'aoの会', confirmedOn: null },
      ...{ decidedOn: sentOn, gifts: 6, shownGifts: 6, givenYen: 7_200, arrivedYen: 7_200 },
    },
  ]);
  expect(rows[0]?.receivedOn).not.toBeNull();
  expect(await ledger('?associate=mori')).toMatchObject([
    { state: 'arrived', gifts: 1, shownGifts: 0, givenYen: null, costYen: null, arrivedYen: null },
  ]);
  expect(await read<LedgerMonth[]>('/api/ledger/months')).toEqual([
    {
      ...{ month: sentOn.slice(0, 7), transfers: 2, gifts: 7 },
      ...{ givenYen: 7_200, costYen: 0, arrivedYen: 7_200 },
    },
  ]);
  const { deliveredYen } = await read<{ deliveredYen: number }>('/api/associates/ao');
  expect(deliveredYen).toBe(7_200);
});

test("an organisation's own confirmation shows with its day, until it is taken back", async () => {
  const [row] = await ledger('?associate=ao');
  // On the day before at Greenwich.
  const confirmedAt = new Date('2026-12-01T00:30:00+09:00');
  const say = (number: number, isTakenBack: boolean) =>
    db.insert(transferConfirmations).values({
      ...{ remittanceId: row?.id ?? '', number, associateId: 'ao', isTakenBack },
      ...{
        reason: isTakenBack ? '別の送金でした' : '',
        confirmedBy: 'staff',
        confirmedAt,
      },
    });
  const confirmedOn = async () => (await ledger('?associate=ao'))[0]?.confirmedOn;
  await say(1, false);
  expect(await confirmedOn()).toBe('2026-12-01');
  await say(2, true);
  expect(await confirmedOn()).toBeNull();
  await say(3, false);
  expect(await confirmedOn()).toBe('2026-12-01');
});

test("a fund's pay-out shows its reason, and its sum as far as published gifts cover it", async () => {
  await payOut(house, people, 'animal', { associateId: 'ao', amountYen: 5_000 });
  await nextDay();
  expect(await ledger('?fund=animal')).toMatchObject([
    {
      kind: 'payout',
      state: 'decided',
      arrivedYen: 5_000,
      reason: '保護している動物の医療費のため',
    },
  ]);
  await insertApplications(db, [application(16, { kind: 'fund' })]);
  const operator = await headersOfSession(house, 'op');
  const sixth = resultLine(16, { associate: '', appraised: 4_370 });
  await uploadResults(house, operator, resultFile(sixth));
  await nextDay();
  await payOut(house, people, 'animal', { associateId: 'ao', amountYen: 5_370 });
  await nextDay();
  const rows = await ledger('?fund=animal');
  expect(rows.map(({ arrivedYen }) => arrivedYen)).toEqual([null, 5_000]);
});

test('a day is published once, by however many processes, and each fact as one entry', async () => {
  clock.now = new Date(clock.now.getTime() + 24 * 3_600_000);
  await Promise.all([1, 2, 3].map(() => publishDue(services.ctx)));
  const entries = await readEntries(db, 0, 100);
  const states = entries.flatMap(({ kind, line }) =>
    kind === 'transfer' ? [`${JSON.parse(line).transfer} ${JSON.parse(line).state}`] : [],
  );
  expect(states).toHaveLength(new Set(states).size);
  await publishDue(services.ctx);
  expect(await readEntries(db, 0, 100)).toEqual(entries);
});

test('the feed tells the state of each transfer, and no sum that is withheld', async () => {
  await services.topics.refresh();
  const { body, headers } = await app.inject('/ledger/feed.xml');
  expect(headers['content-type']).toContain('application/atom+xml');
  const [ofMori] = await ledger('?associate=mori');
  const entry = body.split('<entry>').find((one) => one.includes(`transfer:${ofMori?.id}`));
  expect(entry).toContain('団体への送金：moriの会');
  expect(entry).toContain('着金しました。ご寄付1件。<');
});

test('the CSV and its description have the same columns', async () => {
  const { body, headers } = await app.inject('/api/ledger/ledger.csv');
  expect(headers['content-type']).toContain('text/csv');
  const [heading, ...lines] = body.replace('\uFEFF', '').trim().split('\r\n');
  expect(lines).toHaveLength((await ledger()).length);
  const { resources } = await read<{ resources: { schema: { fields: { name: string }[] } }[] }>(
    '/api/ledger/datapackage.json',
  );
  expect(resources[0]?.schema.fields.map(({ name }) => name).join()).toBe(heading);
});

test.each(['month=2026-13', 'associate=%27', 'cursor=x', 'limit=0'])(
  'says in Japanese what is wrong with ?%s',
  async (query) => {
    const reply = await app.inject(`/api/ledger?${query}`);
    expect([reply.statusCode, reply.json().type]).toEqual([400, 'ValidationError']);
    expect(reply.json().message).toMatch(/[ぁ-ん]/);
  },
);
