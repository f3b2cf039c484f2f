import { globSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { differences } from '#server/sums/check-sums.ts';
import { databaseBefore } from '#test/database-before.ts';
import { connect, type Database, migrate } from './database.ts';

/** A database of before the money's tables, in which gifts were owed, sent by a remittance, or only said to be sent. */
async function oldDatabase() {
  const url = await databaseBefore('money');
  const { db, pool } = connect(url, { maxConnections: 2, statementMs: 15_000 });
  onTestFinished(() => pool.end());
  await db.execute(sql`
    insert into auth_users (id, name, email) values ('donor', '', 'donor@tasuki.example')`);
  await db.execute(sql`insert into users (uid, email) values ('donor', 'donor@tasuki.example')`);
  await db.execute(sql`
    insert into associates (id, name, summary, classification)
    select id, id || 'の会', '', 'approved-npo' from unnest(array['ao', 'mori', 'umi']) as id`);
  await db.execute(sql`
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, sent_at, created_by, created_at)
    values ('r2', 'ao', 2000, '2025-12-01', '2025-12-31', '2026-01-20T01:00:00Z', 'op', '2026-01-15T01:00:00Z')`);
  // The first is owed; the second was sent by a remittance, the third and fourth were said to be; 5 to 7 are the fund's;
  // the eighth was corrected from 900 to 800 yen; the ninth was said to be sent just after midnight in Tokyo.
  await db.execute(sql`
    create table wish as select * from (values
      (1, 'ao', 'donated', 1000, '2025-11-30T16:00:00Z', null), (2, 'ao', 'remitted', 2000, '2025-12-10T01:00:00Z', 'r2'),
      (3, 'ao', 'remitted', 3000, '2026-03-10T01:00:00Z', null), (4, 'mori', 'thanked', 4000, '2026-03-11T01:00:00Z', null),
      (5, null, 'donated', 500, '2026-04-01T01:00:00Z', null), (6, null, 'remitted', 600, '2026-04-02T01:00:00Z', null),
      (7, null, 'donated', 700, '2026-04-03T01:00:00Z', null), (8, 'mori', 'donated', 800, '2026-05-01T01:00:00Z', null),
      (9, 'umi', 'remitted', 900, '2024-12-20T01:00:00Z', null)
    ) as w (n, associate, state, yen, at, remittance)`);
  await db.execute(sql`
    insert into applications (appraisal_id, kind, associate_id, social_challenge_id, birth, uid, frequency, products, boxes,
      need_receipt, last_name, first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state,
      created_at, state_changed_at)
    select 'TS-' || n, case when associate is null then 'fund' else 'direct' end, associate,
      case when associate is null then 'animal' end, case when associate is null then '1980-01-02'::date end, 'donor', 'once',
      array['clothes'], 2, true, '髙橋', '花子', 'たかはし', 'はなこ', 'donor@tasuki.example', '0312345678', '1000001', '東京都',
      '見本町', state, '2024-01-01', '2026-06-30T16:00:00Z' from wish`);
  await db.execute(sql`
    insert into application_events (appraisal_id, from_state, to_state, done_by, actor_uid, note, at)
    values ('TS-3', 'donated', 'remitted', 'operator', 'op', '', '2026-04-15T01:00:00Z'),
      ('TS-9', 'donated', 'remitted', 'operator', 'op', '', '2024-12-31T15:30:00Z')`);
  await db.execute(sql`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count, donation_yen, created_at)
    values ('b', 'op', 'f', 'h', 'UTF-8', 9, 9, 13500, now())`);
  await db.execute(sql`
    create table given as select 'd' || n as id, n, associate, yen, at::timestamptz as at, remittance, null::timestamptz as reversed_at from wish
    union all values ('d8-first', 8, 'mori', 900, '2026-05-01T01:00:00Z'::timestamptz, null, '2026-05-02T01:00:00Z'::timestamptz)`);
  await db.execute(sql`
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
      priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at, reversed_at)
    select 'a-' || id, 'TS-' || n, 'b', n, id, now(), now(), 1, 1, yen, 0, yen, 'completed', 'goods-received', at, reversed_at from given`);
  await db.execute(sql`
    insert into donations (id, appraisal_id, appraisal_row_id, uid, associate_id, social_challenge_id, amount_yen, need_receipt,
      donated_at, remittance_id, reversed_at)
    select id, 'TS-' || n, 'a-' || id, 'donor', associate, case when associate is null then 'animal' end, yen, true, at, remittance,
      reversed_at from given`);
  await db.execute(sql`
    insert into ledger_lines (posting_id, line, account, amount_yen, donation_id, remittance_id, at)
    select 'donation:' || id, line, case line when 1 then 'proceeds' else coalesce('owed:associate:' || associate, 'owed:fund:animal') end,
      case line when 1 then yen else -yen end, id, null::text, at
    from given cross join generate_series(1, 2) as line
    union all
    select 'reversal:' || id, line, case line when 1 then 'proceeds' else 'owed:associate:' || associate end,
      case line when 1 then -yen else yen end, id, null, reversed_at
    from given cross join generate_series(1, 2) as line where reversed_at is not null
    union all
    select 'remittance:r2', line, case line when 1 then 'owed:associate:ao' else 'bank' end, case line when 1 then 2000 else -2000 end,
      null, 'r2', '2026-01-20T01:00:00Z' from generate_series(1, 2) as line`);
  for (const [table, owner, column] of [
    ['associate_months', 'associate', 'associate_id'],
    ['challenge_months', "'animal'", 'social_challenge_id'],
  ] as const) {
    await db.execute(sql`
      insert into ${sql.raw(table)} (${sql.raw(column)}, month, donation_count, amount_yen)
      select ${sql.raw(owner)}, date_trunc('month', at at time zone 'Asia/Tokyo')::date, count(*), sum(yen) from given
      where reversed_at is null and (associate is null) = ${table === 'challenge_months'} group by 1, 2`);
  }
  // Papers of two years, and one of a single gift.
  await db.execute(sql`
    insert into receipts (number, kind, uid, associate_id, donation_id, year, amount_yen, donor_name, donor_address, stated,
      verify_code_hash, issued_at)
    values ('2025-000001', 'year', 'donor', 'ao', null, 2025, 3000, '髙橋 花子', '東京都', '{"way":"purchase"}', 'one', '2026-01-10'),
      ('2026-000001', 'donation', 'donor', 'mori', 'd4', 2026, 4000, '髙橋 花子', '東京都', '{"way":"purchase"}', 'two', '2026-06-10'),
      ('2024-000001', 'year', 'donor', 'umi', null, 2024, 900, '髙橋 花子', '東京都', '{"way":"purchase"}', 'three', '2025-02-01')`);
  await db.execute(sql`drop table wish, given`);
  return { url, db };
}

/** What people were told and are told still, whatever the books are made of. */
async function figuresOf(db: Database): Promise<Record<string, unknown>> {
  const { rows } = await db.execute<{ what: string; figure: string }>(sql`
    select 'donations' as what, count(*) || ', ' || sum(amount_yen) || ' yen' as figure from donations where reversed_at is null
    union all
    select 'sent on to ' || coalesce(d.associate_id, 'fund ' || d.social_challenge_id), sum(d.amount_yen) || ' yen'
    from donations d join applications a using (appraisal_id)
    where d.reversed_at is null and a.state in ('remitted', 'thanked') group by d.associate_id, d.social_challenge_id
    union all
    select 'given in ' || to_char(month, 'YYYY-MM'), sum(amount_yen) || ' yen' from (
      select month, amount_yen from associate_months union all select month, amount_yen from challenge_months) m group by month
    union all
    select 'receipts of ' || year, count(*) || ', ' || sum(amount_yen) || ' yen, ' || md5(string_agg(r::text, ',' order by number))
    from receipts r group by year
    order by 1`);
  return Object.fromEntries(rows.map(({ what, figure }) => [what, figure]));
}

/** What the migration makes of it. */
async function madeOf(db: Database) {
  const donations = await db.execute(sql`
    select id, remittance_id as remittance, received_on::text as day from donations where reversed_at is null order by id`);
  const open = await db.execute(sql`
    select coalesce(associate_id, social_challenge_id) as whose, kind, amount_yen::int as yen, day::text as day, posting_id as posting
    from owed_items where remittance_id is null order by posting_id`);
  const taken = await db.execute(sql`
    select posting_id as posting, remittance_id as remittance from owed_items where remittance_id is not null order by posting_id`);
  const balances = await db.execute(sql`
    select account, sum(amount_yen)::int as yen from ledger_lines group by 1 having sum(amount_yen) <> 0 order by 1`);
  const remittances = await db.execute(sql`
    select id, state, amount_yen::int as yen, received_on::text as day, confirmed_by_source as source from remittances order by id`);
  return [donations, open, taken, balances, remittances].map(({ rows }) => rows);
}

test('gifts, what was sent and papers are the same after the migration, and what is not sent is owed', async () => {
  const { url, db } = await oldDatabase();
  const before = await figuresOf(db);
  await migrate(url);
  const after = await figuresOf(db);
  console.table(
    Object.keys({ ...before, ...after }).map((what) => ({
      what,
      before: before[what],
      after: after[what],
    })),
  );
  expect(after).toEqual(before);
  expect(await differences(db)).toEqual([]);
  const [donations, open, taken, balances, remittances] = await madeOf(db);
  expect(donations).toEqual([
    // Of the paper of 2025 the day that it was given, though it is owed still.
    { id: 'd1', remittance: null, day: '2025-12-01' },
    { id: 'd2', remittance: 'r2', day: '2025-12-10' },
    // Received when it was said to be sent.
    { id: 'd3', remittance: 'before-ao-2026-04', day: '2026-04-15' },
    { id: 'd4', remittance: 'before-mori-2026-07', day: '2026-03-11' },
    { id: 'd5', remittance: null, day: null },
    { id: 'd6', remittance: 'before-fund-animal-2026-07', day: '2026-07-01' },
    { id: 'd7', remittance: null, day: null },
    { id: 'd8', remittance: null, day: null },
    // The day in Asia/Tokyo, but of the paper of 2024 its own year.
    { id: 'd9', remittance: 'before-umi-2025-01', day: '2024-12-20' },
  ]);
  expect(open).toEqual([
    { whose: 'ao', kind: 'gift', yen: 1_000, day: '2025-12-01', posting: 'donation:d1' },
    { whose: 'animal', kind: 'gift', yen: 500, day: '2026-04-01', posting: 'donation:d5' },
    { whose: 'animal', kind: 'gift', yen: 700, day: '2026-04-03', posting: 'donation:d7' },
    { whose: 'mori', kind: 'gift', yen: 800, day: '2026-05-01', posting: 'donation:d8' },
  ]);
  expect(taken?.map(({ remittance }) => remittance)).toEqual([
    'r2',
    'before-ao-2026-04',
    'before-mori-2026-07',
    'before-fund-animal-2026-07',
    'before-umi-2025-01',
  ]);
  expect(balances).toEqual([
    { account: 'bank', yen: -10_500 },
    { account: 'owed:associate:ao', yen: -1_000 },
    { account: 'owed:associate:mori', yen: -800 },
    { account: 'owed:fund:animal', yen: -1_200 },
    { account: 'proceeds', yen: 13_500 },
  ]);
  expect(remittances?.map(({ state, source }) => [state, source])).toEqual(
    Array.from({ length: 5 }, () => ['confirmed', 'before']),
  );
});

/** Lets the migration's connection die before its n-th statement. */
function dieAt(statement: number) {
  let seen = 0;
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: never[]
  ) {
    seen += 1;
    if (seen === statement) {
      this.on('error', () => undefined);
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
    }
    return (query as (...all: never[]) => never).apply(this, args);
  } as never);
  return () => spy.mockRestore();
}

test('killed at any statement and run again, the migration ends the same', async () => {
  const whole = await oldDatabase();
  await migrate(whole.url);
  const expected = await madeOf(whole.db);
  const statements = globSync('server/db/migrations/002[89]_money*.sql').flatMap((path) =>
    readFileSync(path, 'utf8').split('--> statement-breakpoint'),
  ).length;

  const { url, db } = await oldDatabase();
  const figures = await figuresOf(db);
  // In the tables' half, at its end, and through the half that moves rows.
  for (const statement of [
    12,
    60,
    statements - 14,
    statements - 6,
    statements - 1,
    statements + 3,
  ]) {
    const live = dieAt(statement);
    await expect(migrate(url)).rejects.toThrow();
    live();
    const { rows } = await db.execute<{ made: string | null; days: number }>(sql`
      select to_regclass('owed_items')::text as made,
        (select count(*)::int from information_schema.columns where table_name = 'donations' and column_name = 'received_on') as days`);
    expect(rows).toEqual([{ made: null, days: 0 }]);
    expect(await figuresOf(db)).toEqual(figures);
  }
  await migrate(url);
  expect(await madeOf(db)).toEqual(expected);
  expect(await figuresOf(db)).toEqual(figures);
  expect(await differences(db)).toEqual([]);
});
