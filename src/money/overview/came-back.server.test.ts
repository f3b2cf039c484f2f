import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { LedgerLine } from '#money/books/book-rows.ts';
import type { Remittance } from '#money/remittances/run.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { callerFor, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { MoneyAssociate, MoneyFigures } from './money-figures.ts';

const house = await testApp({ now: new Date('2026-10-20T10:00:00+09:00') });
const { clock, db } = house;
const calls = callerFor(house, 'op');
const at = (moment: string) => {
  clock.now = new Date(`${moment}+09:00`);
};
const figures = async () => (await calls('money')).json<MoneyFigures>();
const monthOf = async (month: string) =>
  (await figures()).months.find((one) => one.month === month);
const onlyTransfer = async () => {
  const [transfer] = (await calls('remittances')).json<Remittance[]>();
  if (!transfer) throw new Error('nothing was sent');
  return transfer;
};

/** あおぞらの会 receives ¥1,200 in October, and October is closed. */
beforeAll(async () => {
  const signIn = signedIn(house);
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
  await insertAssociate(db, 'ao', 'あおぞらの会');
  await insertApplications(db, [application(1)]);
  await uploadResults(house, await headersOfSession(house, 'op', true), resultFile(resultLine(1)));
  const { run } = await sendRun(house, { asks: 'op', approves: 'accountant' });
  at('2026-10-27T10:00:00');
  const confirmed = await calls(`remittance-runs/${run.id}/confirm`, {
    ...{ which: 'all', receivedOn: '2026-10-27', version: run.version },
  });
  expect(confirmed.statusCode).toBe(200);
  await db.execute(sql`
    insert into closed_months (month, figures, asked_by, closed_by, closed_at)
    values ('2026-10-01', '{}', 'op', 'accountant', '2026-11-02')`);
  at('2026-11-05T10:00:00');
});

test('a transfer that comes back after its month was closed leaves that month on the dashboard as it was', async () => {
  const october = await monthOf('2026-10');
  expect(october).toMatchObject({ owedYen: 0, sentYen: 1_200, returnedYen: 0 });
  const { id, version } = await onlyTransfer();
  const early = await calls(`remittances/${id}/return`, {
    ...{ returnedOn: '2026-10-26', reason: '口座なし', version },
  });
  expect([early.statusCode, early.json().message]).toEqual([
    400,
    expect.stringContaining('2026/10/27'),
  ]);
  const returned = await calls(`remittances/${id}/return`, {
    ...{ returnedOn: '2026-10-30', reason: '口座なし', version },
  });
  expect(returned.statusCode).toBe(200);
  expect(await monthOf('2026-10')).toEqual(october);
  expect(await monthOf('2026-11')).toMatchObject({
    owedYen: 1_200,
    sentYen: 0,
    returnedYen: 1_200,
  });
});

test('an organisation, the months and the total of the year say the same of what was sent and came back', async () => {
  const { total } = await figures();
  expect(total).toMatchObject({ sentYen: 1_200, returnedYen: 1_200 });
  const [ao] = (await calls('money/associates')).json<MoneyAssociate[]>();
  expect(ao).toMatchObject({ id: 'ao', owedYen: 1_200, sentYen: 1_200, returnedYen: 1_200 });
});

test('a figure leads to rows that come to it: of its months, and of no others', async () => {
  const arrived = async (query: string) =>
    (await calls(`remittances?${query}`)).json<Remittance[]>().map(({ amountYen }) => amountYen);
  expect(await arrived('arrivedFrom=2026-10&arrivedTo=2026-10')).toEqual([1_200]);
  expect(await arrived('arrivedFrom=2026-10&arrivedTo=2026-10&associateId=ao')).toEqual([1_200]);
  expect(await arrived('arrivedFrom=2026-11&arrivedTo=2026-11')).toEqual([]);
  expect(await arrived('arrivedTo=2026-09')).toEqual([]);
  const lines = async (query: string) => {
    const reply = await calls(`ledger/lines?${query}`);
    const rows = reply.json<LedgerLine[]>();
    expect(reply.headers['x-total-count']).toBe(String(rows.length));
    return rows.reduce((sum, { debitYen, creditYen }) => sum + creditYen - debitYen, 0);
  };
  // Everything up to the end of a month adds up to its balance.
  expect(await lines('account=owed:associate&until=2026-10')).toBe(0);
  expect(await lines('account=owed:associate&until=2026-11')).toBe(1_200);
  expect(await lines('account=in-transit&month=2026-10&until=2026-11')).toBe(0);
  expect(await lines('account=owed:associate&month=2026-11&until=2026-12')).toBe(1_200);
  expect(await lines('account=owed:associate&month=2026-12&until=2026-10')).toBe(0);
});
