import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import {
  application,
  insertApplications,
  insertAssociate,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, sendRun } from '#test/factories/remit.ts';
import { uploadResults } from '#test/factories/upload-results.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { Remittance, RunDetail } from './run.ts';

// A confirmation of November, noted and taken back in December.

const house = await testApp();
const { db, clock } = house;
const calls = callerFor(house, 'op');
const people = { asks: 'op', approves: 'accountant' };
await insertAssociate(db, 'ao');

const at = (time: string) => {
  clock.now = new Date(`${time}+09:00`);
};

beforeEach(async () => {
  at('2026-11-20T10:00:00');
  await db.delete(authUsers);
  await emptyTables(house.db, 'applications', 'result_batches', 'approvals', 'owed_items');
  await emptyTables(house.db, 'ledger_lines', 'closed_months', 'remittance_runs', 'remittances');
  await signedIn(house)('op', 'operator');
  await signedIn(house)('accountant', 'accountant');
});

/** A transfer that arrived on 30 November, as was noted on 2 December. */
async function confirmedLate(): Promise<Remittance> {
  await insertApplications(db, [application(1)]);
  await uploadResults(house, await headersOfSession(house, 'op', true), resultFile(resultLine(1)));
  const { run } = await sendRun(house, people);
  at('2026-12-02T10:00:00');
  const arrival = { which: 'all', receivedOn: '2026-11-30' };
  const { version } = (await calls(`remittance-runs/${run.id}`)).json<RunDetail>().run;
  const confirmed = await calls(`remittance-runs/${run.id}/confirm`, { ...arrival, version });
  expect(confirmed.statusCode, confirmed.body).toBe(200);
  const [one] = (await calls(`remittance-runs/${run.id}/remittances`)).json<Remittance[]>();
  if (!one) throw new Error('a run without remittances');
  return one;
}
async function unconfirm({ id, version }: Remittance) {
  at('2026-12-03T10:00:00');
  const reply = await calls(`remittances/${id}/unconfirm`, { reason: '取り違え', version });
  expect(reply.statusCode, reply.body).toBe(200);
}
const monthsOnBank = async () => {
  const { rows } = await db.execute<{ month: string; yen: number }>(sql`
    select to_char(at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, amount_yen::float8 as yen
    from ledger_lines where account = 'bank' order by at, amount_yen`);
  return rows.map(({ month, yen }) => `${month} ${yen}`);
};

test('a confirmation and its taking back are booked in one month, as long as it is open', async () => {
  await unconfirm(await confirmedLate());
  expect(await monthsOnBank()).toEqual(['2026-11 -1200', '2026-11 1200']);
});

test('what is taken back of a closed month is booked on the day on which it is', async () => {
  const confirmed = await confirmedLate();
  await db.execute(sql`insert into closed_months (month, figures, asked_by, closed_by, closed_at)
    values ('2026-11-01', '{}', 'accountant', 'op', now())`);
  await unconfirm(confirmed);
  expect(await monthsOnBank()).toEqual(['2026-11 -1200', '2026-12 1200']);
});
