import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#kit/db/migrate.server.ts';
import { emptyDatabase, runSql } from '#test/database.ts';

// Papers of a version that computed their validity become records: number, text and state stay.

const stated = `'{"way":"goods","name":"ひかりのこみち","address":"","representative":"","classification":"approved-npo","certifications":[]}'`;
const [animal, p1, p2, p4] = [
  'sample-animal-1',
  'sample-person-0001',
  'sample-person-0002',
  'sample-person-0004',
];
/** Number, kind, uid, donation, year, yen, the number it reissues; each a minute after the one before. */
const papers = [
  ['2019-000001', 'donation', p4, 'sample-donation-6', 2018, 1980, null],
  ['2019-000002', 'year', p4, null, 2018, 8350, null],
  ['2019-000003', 'year', p2, null, 2018, 8370, null],
  ['2019-000004', 'year', p2, null, 2018, 8370, '2019-000003'],
  ['2019-000005', 'donation', p1, 'sample-donation-36', 2019, 10_000, null],
  ['2019-000006', 'year', p1, null, 2019, 9_999, null],
  ['2019-000007', 'year', null, null, 2018, 5_000, null],
] as const;

async function broughtUp() {
  const { url, drop } = await emptyDatabase();
  await runSql(url, readFileSync('test/fixtures/0.9.0.sql', 'utf8'));
  const text = (value: string | null) => (value === null ? 'null' : `'${value}'`);
  const rows = papers.map(
    ([number, kind, uid, donation, year, yen, repeats], index) =>
      `('${number}', '${kind}', ${text(uid)}, '${animal}', ${text(donation)}, ${year}, ${yen}, '見本', '東京都',
        ${stated}, 'hash ${number}', null, ${text(repeats)}, '2019-03-01 09:0${index}+09')`,
  );
  await runSql(
    url,
    `insert into public.receipts (number, kind, uid, associate_id, donation_id, year, amount_yen, donor_name,
      donor_address, stated, verify_code_hash, sealed_verify_code, reissue_of, issued_at) values ${rows.join(',')}`,
  );
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  return drizzle(pool);
}

test('papers of before keep number, words and state, and what stands twice is listed for a person', async () => {
  const db = await broughtUp();
  const all = async (query: string) => (await db.execute(sql.raw(query))).rows;

  expect(await all('select number, amount_yen::int as yen from receipts order by 1')).toEqual(
    papers.map(([number, , , , , yen]) => ({ number, yen })),
  );
  expect(
    await all(
      `select receipt_number as number, kind, replaced_by as by from receipt_events where kind <> 'issued' order by 1`,
    ),
  ).toEqual([
    { number: '2019-000003', kind: 'replaced', by: '2019-000004' },
    { number: '2019-000005', kind: 'voided', by: null },
    { number: '2019-000006', kind: 'voided', by: null },
  ]);
  expect(
    await all(`select count(*)::int as count from receipt_events where kind = 'issued'`),
  ).toEqual([{ count: papers.length }]);
  expect(
    await all(
      `select receipt_number || ' ' || line as line, donation_id as gift, amount_yen as yen, stands from receipt_gifts order by 1`,
    ),
  ).toEqual([
    { line: '2019-000001 1', gift: 'sample-donation-6', yen: 1980, stands: false },
    { line: '2019-000002 1', gift: 'sample-donation-6', yen: 1980, stands: true },
    { line: '2019-000002 2', gift: 'sample-donation-28', yen: 6370, stands: true },
    { line: '2019-000003 1', gift: 'sample-donation-4', yen: 1090, stands: false },
    { line: '2019-000003 2', gift: 'sample-donation-24', yen: 7280, stands: false },
    { line: '2019-000004 1', gift: 'sample-donation-4', yen: 1090, stands: true },
    { line: '2019-000004 2', gift: 'sample-donation-24', yen: 7280, stands: true },
    { line: '2019-000005 1', gift: 'sample-donation-36', yen: 10_000, stands: false },
  ]);
  expect(await all('select earlier, later, appraisal_id as id from receipt_doubles')).toEqual([
    { earlier: '2019-000001', later: '2019-000002', id: 'TS-YHVG-879B' },
  ]);
  expect(await all(`select replaces from receipts where number = '2019-000004'`)).toEqual([
    { replaces: ['2019-000003'] },
  ]);
  expect(await all(`select floor from number_floors where kind = 'receipt'`)).toEqual([
    { floor: 7 },
  ]);
});

test('a record refuses every change but whose it is, its seal and what the law has blanked', async () => {
  const db = await broughtUp();
  await db.execute(sql.raw(`set session_replication_role = replica`));
  await db.execute(sql`update receipts set is_sample = false`);
  await db.execute(sql.raw(`set session_replication_role = origin`));
  const one = `where number = '2019-000002'`;
  const refused = [
    ...['receipts', 'receipt_gifts', 'receipt_events', 'number_floors', 'generations'].map(
      (table) => `truncate ${table} cascade`,
    ),
    'delete from receipt_events',
    'delete from receipt_gifts',
    `update receipt_events set reason = 'x'`,
    `update receipt_gifts set amount_yen = 1`,
    `update receipt_gifts set stands = true where receipt_number = '2019-000003'`,
    `update number_floors set floor = floor - 1`,
    'delete from number_floors',
    `update receipts set amount_yen = 1 ${one}`,
    `update receipts set stated = '{}' ${one}`,
    `update receipts set donor_name = '' ${one}`,
    `update receipts set issued_at = now() ${one}`,
    `update receipts set verify_code_hash = 'x' ${one}`,
    `update receipts set uid = '${p1}' where uid is null`,
    `insert into receipt_events (receipt_number, kind, reason, at) values ('2019-000005', 'voided', 'again', now())`,
    `insert into receipt_gifts values ('2019-000003', 9, 'TS-YHVG-879B', 'sample-donation-6', '2018-01-22', 1, true)`,
  ];
  for (const statement of refused) {
    await expect(db.execute(sql.raw(statement)), statement).rejects.toThrow();
  }
  const allowed = [
    `update receipts set uid = '${p1}' ${one}`,
    `update receipts set associate_id = 'sample-child-1', sealed_verify_code = 'anew' ${one}`,
    `update receipts set uid = null ${one}`,
    `update receipts set donor_name = '', donor_address = '' ${one}`,
    `update receipt_gifts set stands = false`,
    `update number_floors set floor = floor + 1`,
  ];
  for (const statement of allowed) await db.execute(sql.raw(statement));
});
