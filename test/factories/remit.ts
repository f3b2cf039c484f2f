import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { jstDay } from '#kit/values/timestamp.ts';
import type { NextRun, RunDetail } from '#money/remittances/run.ts';
import { decideOn } from '#test/factories/money/decide.ts';
import { headersOfSession } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';
import { giveAccountsTo } from './money/bank-accounts.ts';
import { lastBankDay } from './money/bank-days.ts';

/** Inserts an account for every organisation, a paying account, and the bank's code for the service. */
export const giveAccounts = ({ db, clock }: Pick<TestApp, 'db' | 'clock'>): Promise<void> =>
  giveAccountsTo(db, clock.now);

/** Confirms all blocked accounts, so that the next run pays them. */
export const confirmAccounts = ({ db, clock }: Pick<TestApp, 'db' | 'clock'>) =>
  db.execute(sql`
    insert into bank_account_events (account_id, kind, reason, actor_uid, at)
    select distinct account_id, 'confirmed', '通帳で確かめた', 'op', ${clock.now.toISOString()}::timestamptz
    from bank_account_events where kind = 'blocked'`);

type People = { asks: string; approves: string };

/** Calls by a person who has shown the second factor. */
export const callerFor = (house: TestApp, uid: string) => async (url: string, payload?: object) => {
  const headers = {
    ...(await headersOfSession(house, uid, true)),
    ...(payload && { 'idempotency-key': randomUUID() }),
  };
  return payload
    ? house.app.inject({ method: 'POST', url: `/api/office/${url}`, headers, payload })
    : house.app.inject({ url: `/api/office/${url}`, headers });
};

/** Creates a run of everything open until today, and has it approved, filed and handed to the bank. */
export async function sendRun(
  house: TestApp,
  { asks, approves }: People,
  { isDueToday = true } = {},
): Promise<RunDetail> {
  const { clock } = house;
  await giveAccounts(house);
  const [askAsFirst, askAsSecond] = [callerFor(house, asks), callerFor(house, approves)];
  const today = jstDay(clock.now);
  const ok = <Body = RunDetail>(reply: Awaited<ReturnType<typeof askAsFirst>>): Body => {
    expect([reply.statusCode, reply.json().message]).toEqual([200, undefined]);
    return reply.json<Body>();
  };
  const next = ok<NextRun>(await askAsFirst('remittance-runs/next'));
  const wish = { periodTo: today, transferOn: next.transferOn, after: next.latestRunId };
  const { run } = ok(await askAsFirst('remittance-runs', wish));
  const path = `remittance-runs/${run.id}`;
  ok(await askAsFirst(`${path}/ask`, { version: run.version, reason: '' }));
  const waiting = ok<{ id: string; kind: string }[]>(await askAsSecond('approvals?state=waiting'));
  const request = waiting.find(({ kind }) => kind === 'remittance-run');
  const headers = await headersOfSession(house, approves, true);
  ok(await decideOn(house, `${request?.id}`, headers));
  const approved = ok(await askAsFirst(path));
  const file = { version: approved.run.version, replaces: null, reason: '' };
  const filed = ok(await askAsFirst(`${path}/files`, file));
  const fileId = filed.files[0]?.id;
  const sent = ok(await askAsFirst(`${path}/sent`, { version: filed.run.version, fileId }));
  if (!isDueToday) return sent;
  // The transfer day is today, so that tests need not wait for the bank.
  await house.db.execute(
    sql`update remittance_runs set transfer_on = ${lastBankDay(today)}::date where id = ${run.id}`,
  );
  return ok(await askAsFirst(path));
}

/** Remits these applications, from the run to the bank's answer; other gifts wait for a later run. */
export async function remit(
  house: TestApp,
  appraisalIds: readonly string[],
  people: People,
): Promise<void> {
  const others = sql`appraisal_id is null or appraisal_id not in (select json_array_elements_text(${JSON.stringify(appraisalIds)}::json))`;
  await house.db.execute(sql`update owed_items set day = day + 20000 where ${others}`);
  // Only one run per day is allowed; tests need several.
  await house.db.execute(
    sql`update remittance_runs set period_from = '2000-01-01', period_to = '2000-01-01'`,
  );
  const { run } = await sendRun(house, people);
  await house.db.execute(sql`update owed_items set day = day - 20000 where ${others}`);
  const confirmed = await callerFor(house, people.asks)(`remittance-runs/${run.id}/confirm`, {
    which: 'all',
    receivedOn: lastBankDay(jstDay(house.clock.now)),
    version: run.version,
  });
  expect(confirmed.json()).toMatchObject({ run: { state: 'done' } });
}

/** Merges one organisation into another: one person requests it, a second approves. */
export async function mergeOrganisations(
  house: TestApp,
  { asks, approves }: People,
  from: string,
  order: { into: string; confirmation: string },
): Promise<void> {
  const asked = await callerFor(house, asks)(`associates/${from}/merge`, order);
  expect(asked.statusCode, asked.body).toBe(200);
  const headers = await headersOfSession(house, approves, true);
  const done = await decideOn(house, asked.json().id, headers);
  expect(done.statusCode, done.body).toBe(200);
}

/** Pays out of a fund: one person requests it, a second approves. Returns the pay-out's id. */
export async function payOut(
  house: TestApp,
  { asks, approves }: People,
  fund: string,
  order: { associateId: string; amountYen: number; reason?: string },
): Promise<string> {
  const asker = callerFor(house, asks);
  const { balanceYen } = (await asker(`funds/${fund}`)).json<{ balanceYen: number }>();
  const asked = await asker(`funds/${fund}/payouts`, {
    ...{ reason: '保護している動物の医療費のため', ...order },
    balanceSeenYen: balanceYen,
  });
  expect(asked.statusCode, asked.body).toBe(200);
  const done = await decideOn(
    house,
    asked.json().id,
    await headersOfSession(house, approves, true),
  );
  expect(done.statusCode, done.body).toBe(200);
  const { rows } = await house.db.execute<{ id: string }>(
    sql`select subject_id as id from approvals where id = ${asked.json().id}`,
  );
  return `${rows[0]?.id}`;
}
