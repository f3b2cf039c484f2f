import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Carried, NextRun, Remittance, RunDetail } from '#money/remittances/run.ts';
import type { RoomFacts } from '#organisations/room/room.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, giveAccounts, mergeOrganisations, sendRun } from '#test/factories/remit.ts';
import { headersOfSession, signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { BankAccountState } from './bank-account.ts';
import type { BlockedAccount } from './blocked-account.ts';

// Accounts blocked by a returned transfer (docs/decisions/0025): no run takes one until it is changed or confirmed.

const house = await testApp();
const { db, clock, app } = house;
const signIn = signedIn(house);
const calls = callerFor(house, 'op');
const people = { asks: 'op', approves: 'accountant' };
const account = 'associates/ao/bank-account';

await insertAssociate(db, 'ao', 'あおぞらの会');
await insertAssociate(db, 'mori', 'もりの会');

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(
    db,
    'users',
    'auth_users',
    'staff_memberships',
    'applications',
    'approvals',
    'outbox_mails',
    'ledger_lines',
    'posting_notes',
    'kept_sums',
    'owed_items',
    'remittance_runs',
    'remittances',
    'bank_accounts',
    'bank_account_events',
  );
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
  await signIn('edi', 'staff');
  await db.insert(staffMemberships).values({ uid: 'edi', associateId: 'ao', role: 'editor' });
});

const give = (id: string, associateId: string, yen = 1_200) =>
  bookGift(db, { id, yen, at: clock.now, associateId });
const nextDay = () => {
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60 * 1000);
};
const remittancesOf = async (run: RunDetail) =>
  (await calls(`remittance-runs/${run.run.id}/remittances`)).json<Remittance[]>();

/** A transfer to あおぞらの会 came back; もりの会 is waiting for its own. */
async function cameBack() {
  await give('first', 'ao');
  const [sent] = await remittancesOf(await sendRun(house, people));
  const order = { returnedOn: '2026-11-20', reason: '口座名義相違', version: sent?.version };
  expect((await calls(`remittances/${sent?.id}/return`, order)).statusCode).toBe(200);
  await give('second', 'mori');
}

/** Today's run, prepared. */
async function prepared(): Promise<RunDetail> {
  nextDay();
  await giveAccounts(house);
  const next = (await calls('remittance-runs/next')).json<NextRun>();
  const wish = {
    periodTo: next.periodTo,
    transferOn: next.transferOn,
    after: next.latestRunId,
  };
  const reply = await calls('remittance-runs', wish);
  expect([reply.statusCode, reply.json().message]).toEqual([200, undefined]);
  return reply.json();
}
const held = async () => (await calls(account)).json<BankAccountState>();
const confirm = async (blockId = 0, reason = '通帳の写しで確かめた') =>
  calls(`${account}/confirm`, { blockId: blockId || (await held()).blocked?.id, reason });

test('no run takes an account to which a transfer came back; it is carried over with the reason', async () => {
  await cameBack();
  const run = await prepared();
  expect((await remittancesOf(run)).map(({ associateId }) => associateId)).toEqual(['mori']);
  expect(run.carried).toEqual({ count: 1, amountYen: 1_200, blocked: 1 });
  expect((await calls(`remittance-runs/${run.run.id}/carried`)).json<Carried[]>()).toMatchObject([
    { associateId: 'ao', amountYen: 1_200, reason: 'account-blocked' },
  ]);
});

test('the menu, the list, the account’s page and the organisation’s room say that it is blocked, and why', async () => {
  await cameBack();
  expect((await calls('blocked-accounts')).json<BlockedAccount[]>()).toEqual([
    expect.objectContaining({
      ...{ associateId: 'ao', targetName: 'あおぞらの会', amountYen: 1_200 },
      ...{ returnedOn: '2026-11-20', reason: '口座名義相違' },
    }),
  ]);
  expect((await calls('menu-counts')).json()).toMatchObject({ remittances: { open: 1 } });
  expect((await calls('remittance-runs/next')).json<NextRun>().blockedAccounts).toBe(1);
  expect((await held()).blocked).toMatchObject({ reason: '口座名義相違' });
  const room = await app.inject({
    url: '/api/staff/associates/ao/room',
    headers: await headersOfSession(house, 'edi'),
  });
  expect(room.json<RoomFacts>().blockedAccount).toEqual({
    returnedOn: '2026-11-20',
    reason: '口座名義相違',
  });
});

test('confirmed with a reason it is paid again, and its organisation is told', async () => {
  await cameBack();
  const blockId = (await held()).blocked?.id;
  expect((await confirm(blockId)).json()).toMatchObject({ blocked: null });
  expect((await db.select().from(outboxMails)).map(({ kind }) => kind)).toContain(
    'bank-account-confirmed',
  );
  expect((await calls('blocked-accounts')).json()).toEqual([]);
  // An outdated page confirms nothing.
  expect((await confirm(blockId)).statusCode).toBe(409);
  const run = await prepared();
  expect((await remittancesOf(run)).map(({ associateId }) => associateId)).toEqual(['ao', 'mori']);
});

test('confirming needs a reason, and an account that is blocked', async () => {
  await giveAccounts(house);
  expect((await confirm(1)).statusCode).toBe(409);
  await cameBack();
  expect((await confirm(0, '')).statusCode).toBe(400);
});

test('an account that was changed is paid; the one before, registered again, is not', async () => {
  await cameBack();
  const change = async (number: string) => {
    nextDay();
    await db.execute(sql`
      insert into bank_accounts (id, associate_id, bank_code, bank_name, branch_code, branch_name, kind, number, holder, approval_id, created_at)
      select gen_random_uuid()::text, 'ao', bank_code, bank_name, branch_code, branch_name, kind,
        coalesce(${number}, number), holder, 'none', ${clock.now.toISOString()}::timestamptz
      from bank_accounts where associate_id = 'ao' order by created_at limit 1`);
  };
  const first = await db.execute<{ number: string }>(
    sql`select number from bank_accounts where associate_id = 'ao'`,
  );
  await change('7654321');
  expect((await held()).blocked).toBeNull();
  await change(first.rows[0]?.number ?? '');
  expect((await held()).blocked).toMatchObject({ reason: '口座名義相違' });
});

test('a run that was prepared before the transfer came back makes no file until the account is left out', async () => {
  await give('first', 'ao');
  const sent = await sendRun(house, people);
  await give('again', 'ao');
  await give('second', 'mori');
  const run = await prepared();
  const [before] = await remittancesOf(sent);
  const order = { returnedOn: '2026-11-20', reason: '口座解約', version: before?.version };
  expect((await calls(`remittances/${before?.id}/return`, order)).statusCode).toBe(200);
  const { problems } = (await calls(`remittance-runs/${run.run.id}`)).json<RunDetail>();
  expect(problems).toMatchObject([
    { level: 'error', targetName: 'あおぞらの会', message: expect.stringContaining('戻ってきて') },
  ]);
  const asked = await calls(`remittance-runs/${run.run.id}/ask`, {
    version: run.run.version,
    reason: '',
  });
  expect(asked.statusCode).toBe(409);
});

test('its events are only added to', async () => {
  await cameBack();
  await expect(db.execute(sql`update bank_account_events set reason = ''`)).rejects.toThrow();
  await expect(db.execute(sql`delete from bank_account_events`)).rejects.toThrow();
});

test('an organisation that became part of another has no account that waits to be confirmed', async () => {
  await cameBack();
  const order = { into: 'mori', confirmation: 'あおぞらの会' };
  await mergeOrganisations(house, people, 'ao', order);
  expect((await calls('blocked-accounts')).json()).toEqual([]);
  expect((await calls('remittance-runs/next')).json<NextRun>().blockedAccounts).toBe(0);
});
