import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { jstDay } from '#kit/values/timestamp.ts';
import type { NextRun, Remittance, RunDetail } from '#money/remittances/run.ts';
import { bankBalances } from '#money/remittances/transfer-tables.server.ts';
import { insertAssociate } from '#test/factories/donating.ts';
import { bookGift } from '#test/factories/money/books.ts';
import { emptyTables } from '#test/factories/money/empty-tables.ts';
import { callerFor, confirmAccounts, giveAccounts, sendRun } from '#test/factories/remit.ts';
import { signedIn } from '#test/signed-in.ts';
import { testApp } from '#test/test-app.ts';
import type { ShownApproval } from './approval.ts';
import { shownPageSize } from './shown.ts';

// The content that a second person sees before deciding, and that the decision applies to exactly that
// (docs/decisions/0014).

const house = await testApp();
const { db, clock } = house;
const signIn = signedIn(house);
const asker = callerFor(house, 'op');
const second = callerFor(house, 'accountant');
const people = { asks: 'op', approves: 'accountant' };

beforeEach(async () => {
  clock.now = new Date('2026-11-20T10:00:00+09:00');
  await emptyTables(
    db,
    'users',
    'auth_users',
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
    'bank_balances',
    'associates',
  );
  await signIn('op', 'operator');
  await signIn('accountant', 'accountant');
});

const pay = (id: string, yen: number) =>
  bookGift(db, { id: `${id}-${clock.now.getTime()}`, yen, at: clock.now, associateId: id });
const at = (time: string) => {
  clock.now = new Date(`2026-${time}:00+09:00`);
};

/** A run of everything owed, with a pending request for approval; returns the request's id. */
async function askedRun(): Promise<string> {
  await giveAccounts(house);
  const next = (await asker('remittance-runs/next')).json<NextRun>();
  const wish = {
    periodTo: jstDay(clock.now),
    transferOn: next.transferOn,
    after: next.latestRunId,
  };
  const { run } = (await asker('remittance-runs', wish)).json<RunDetail>();
  const asked = await asker(`remittance-runs/${run.id}/ask`, { version: run.version, reason: '' });
  expect([asked.statusCode, asked.json().message]).toEqual([200, undefined]);
  return asked.json<RunDetail>().waiting?.id ?? '';
}
const shown = async (id: string, from = 0) =>
  (await second(`approvals/${id}?from=${from}`)).json<ShownApproval>();
const decide = (id: string, digest: string) =>
  second(`approvals/${id}/decide`, { digest, outcome: 'approve', note: '' });
/** Adds an account copied from another one. */
const change = (associateId: string, number: string, of = associateId) =>
  db.execute(sql`
    insert into bank_accounts (id, associate_id, bank_code, bank_name, branch_code, branch_name, kind, number, holder, approval_id, created_at)
    select ${`${associateId}-${number}`}, ${associateId}, bank_code, bank_name, branch_code, branch_name, kind, ${number}, holder,
      approval_id, ${clock.now.toISOString()}::timestamptz - interval '25 hours'
    from bank_accounts where associate_id = ${of}`);

test('a run shows whom it pays, on which account and how much, what is new first', async () => {
  for (const id of ['ao', 'mori', 'umi']) {
    await insertAssociate(db, id, `${id}の会`);
    await pay(id, 1_000);
  }
  await sendRun(house, people);
  at('11-25T10:00');
  await insertAssociate(db, 'yama', 'yamaの会');
  await Promise.all([pay('ao', 1_000), pay('mori', 3_001), pay('umi', 1_000), pay('yama', 500)]);
  await change('umi', '7654321');
  await change('yama', '7654322', 'ao');
  const { approval, lines, lineCount, markedCount } = await shown(await askedRun());
  expect(approval).toMatchObject({ kind: 'remittance-run', mayDecide: true });
  expect([lineCount, markedCount]).toEqual([4, 3]);
  expect(Object.fromEntries(lines.map(({ label, marks }) => [label, marks.join()]))).toEqual({
    aoの会: '',
    moriの会: expect.stringContaining('3倍を超えています'),
    umiの会: expect.stringContaining('口座が前回'),
    yamaの会: '初めてのお支払い先です',
  });
  expect(lines.at(-1)).toEqual({
    ...{ label: 'aoの会', before: '前回 1,000円（2026/11/20）', after: '1,000円', marks: [] },
    detail: expect.stringMatching(/^みずほ銀行 東京営業部 普通 \*\*\*\d{4} ﾐﾎﾝﾉｶｲ$/),
    to: expect.stringContaining('remittances/transfers/'),
  });
});

test('a payee whose last transfer came back is pointed out, also once its account was found right', async () => {
  await insertAssociate(db, 'ao', 'aoの会');
  await pay('ao', 1_000);
  const { run } = await sendRun(house, people);
  const [sent] = (await asker(`remittance-runs/${run.id}/remittances`)).json<Remittance[]>();
  at('11-25T10:00');
  const back = { returnedOn: '2026-11-25', reason: '口座なし', version: sent?.version };
  const returned = await asker(`remittances/${sent?.id}/return`, back);
  expect(returned.statusCode, returned.body).toBe(200);
  await confirmAccounts(house);
  const { lines } = await shown(await askedRun());
  expect(lines[0]).toMatchObject({
    label: 'aoの会',
    marks: [expect.stringContaining('前回の振込は戻ってきています')],
  });
});

test('what other runs have under way is taken off what the bank has', async () => {
  await insertAssociate(db, 'ao', 'aoの会');
  await pay('ao', 1_000);
  await sendRun(house, people);
  at('11-25T10:00');
  await pay('ao', 700);
  await db.insert(bankBalances).values({
    ...{ day: '2026-11-20', balanceYen: 1_500, source: 'typed', actorUid: 'op', at: clock.now },
  });
  await db.execute(sql`
    insert into ledger_lines (posting_id, line, account, amount_yen, at) values
    ('opening', 1, 'bank', 1500, ${clock.now.toISOString()}::timestamptz),
    ('opening', 2, 'proceeds', -1500, ${clock.now.toISOString()}::timestamptz)`);
  expect((await shown(await askedRun())).lines[0]).toMatchObject({
    label: 'この送金全体',
    marks: [expect.stringContaining('合計の700円は、口座にある500円')],
  });
});

test('a run above what the bank has is pointed out, once a balance of the bank is on record', async () => {
  await insertAssociate(db, 'ao', 'aoの会');
  await pay('ao', 1_000);
  const id = await askedRun();
  expect((await shown(id)).lines.map(({ label }) => label)).toEqual(['aoの会']);
  await db.insert(bankBalances).values({
    ...{ day: '2026-11-20', balanceYen: 0, source: 'typed', actorUid: 'op', at: clock.now },
  });
  expect((await shown(id)).lines[0]).toMatchObject({
    label: 'この送金全体',
    marks: [expect.stringContaining('合計の1,000円は、口座にある0円')],
  });
});

test('a long run is read by pages, each under the digest of all', async () => {
  const count = shownPageSize + 5;
  for (let n = 0; n < count; n += 1) {
    await insertAssociate(db, `org-${n}`, `団体${n}`);
    await pay(`org-${n}`, 1_000 + n);
  }
  const id = await askedRun();
  const [first, rest] = [await shown(id), await shown(id, shownPageSize)];
  expect([first.lines.length, rest.lines.length, first.lineCount]).toEqual([50, 5, count]);
  expect(new Set([...first.lines, ...rest.lines].map(({ label }) => label)).size).toBe(count);
  expect(rest.digest).toBe(first.digest);
  expect((await decide(id, first.digest)).statusCode).toBe(200);
});

test('a request changed since it was read is decided only after another read', async () => {
  await insertAssociate(db, 'ao', 'aoの会');
  await pay('ao', 1_000);
  const id = await askedRun();
  const before = await shown(id);
  await db.execute(sql`update associates set name = 'あおぞらの会' where id = 'ao'`);
  const refused = await decide(id, before.digest);
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    expect.stringContaining('読み込み直して'),
  ]);
  const after = await shown(id);
  expect(after.digest).not.toBe(before.digest);
  expect((await decide(id, after.digest)).json()).toMatchObject({ state: 'done' });
});

test('a decided request keeps the content it was decided on', async () => {
  await insertAssociate(db, 'ao', 'aoの会');
  await pay('ao', 1_000);
  const id = await askedRun();
  const { lines, digest } = await shown(id);
  await decide(id, digest);
  await db.execute(sql`update associates set name = 'ほかの名前' where id = 'ao'`);
  expect(await shown(id)).toMatchObject({ lines, digest, approval: { state: 'done' } });
  await expect(db.execute(sql`update approvals set digest = ''`)).rejects.toThrow();
});

test.each(['', 'f'.repeat(63)])('a decision by the digest %j is none', async (digest) => {
  expect((await decide('nothing', digest)).statusCode).toBe(400);
});

test('a role shows what one may do by it that one may not do now', async () => {
  await signIn('owner', 'owner');
  await signIn('second-owner', 'owner');
  await signIn('worker', 'warehouse');
  const asked = await callerFor(house, 'owner')('people/worker/role', {
    ...{ from: 'warehouse', to: 'accountant', reason: '' },
  });
  const reply = await callerFor(house, 'second-owner')(`approvals/${asked.json().id}`);
  const { lines } = reply.json<ShownApproval>();
  expect(lines[0]).toMatchObject({
    ...{ label: 'ほかの人の依頼を承認する', before: 'できない', after: 'できる' },
    marks: [expect.stringContaining('承認できるように')],
  });
  expect(lines).toContainEqual(
    expect.objectContaining({ label: 'お申し込みを見る', before: 'できる', after: 'できない' }),
  );
});

test('an account shows who else has it, and the run that it stops', async () => {
  for (const id of ['ao', 'mori']) {
    await insertAssociate(db, id, `${id}の会`);
    await pay(id, 1_000);
  }
  await askedRun();
  const { rows } = await db.execute<{ id: string; number: string }>(
    sql`select associate_id as id, number from bank_accounts where associate_id is not null`,
  );
  const numberOf = new Map(rows.map(({ id, number }) => [id, number]));
  const held = (await asker('associates/ao/bank-account')).json();
  const asked = await asker('associates/ao/bank-account', {
    account: {
      ...{ bankCode: '0001', branchCode: '001', kind: 'ordinary', holder: 'ﾐﾎﾝﾉｶｲ' },
      number: numberOf.get('mori'),
    },
    ...{ replaces: held.account.id, reason: '' },
  });
  expect([asked.statusCode, asked.json().message]).toEqual([200, undefined]);
  const { lines } = await shown(asked.json().id);
  expect(lines.map(({ label }) => label)).toEqual([
    'moriの会',
    expect.stringContaining('準備中の送金'),
    '直近の送金',
    'お支払いを待っている額',
  ]);
});
