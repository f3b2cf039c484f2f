import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { differences } from '#server/sums/check-sums.ts';
import { readSum, readSums } from '#server/sums/kept-sums.ts';
import { databaseBefore } from '#test/database-before.ts';
import { connect, migrate } from './database.ts';

test('what was written before is counted and found after the migration', async () => {
  const url = await databaseBefore('lists_and_kept_sums');
  const { db, pool } = connect(url, { maxConnections: 2 });
  onTestFinished(() => pool.end());
  await db.execute(
    sql`insert into auth_users (id, name, email) values ('donor', '', 'donor@tasuki.example')`,
  );
  await db.execute(sql`insert into users (uid, email) values ('donor', 'donor@tasuki.example')`);
  await db.execute(sql`
    insert into associates (id, name, summary, classification) values ('ao', 'あおぞらの会', '', 'npo')`);
  await db.execute(sql`
    insert into applications (appraisal_id, kind, associate_id, uid, frequency, products, boxes, need_receipt,
      last_name, first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state,
      created_at, state_changed_at)
    select 'TS-' || n, 'direct', 'ao', 'donor', 'once', array['clothes', 'bags'], 2, true, '𠮷田', '花子', 'よしだ',
      'はなこ', 'donor' || n || '@tasuki.example', '0901234567' || n, '1000001', '東京都', '見本町',
      (array['applied', 'donated', 'thanked'])[n], now(), now() from generate_series(1, 3) as n`);
  await db.execute(sql`
    insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count,
      donation_yen, created_at) values ('b', 'op', 'f', 'h', 'UTF-8', 2, 2, 1000, now())`);
  await db.execute(sql`
    insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
      priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
    select 'r' || n, 'TS-' || n, 'b', n, 'x', now(), now(), 1, 1, 500, 0, 500, 'completed', 'goods-received', now()
    from generate_series(2, 3) as n`);
  await db.execute(sql`
    insert into donations (id, appraisal_id, appraisal_row_id, uid, associate_id, amount_yen, need_receipt, donated_at)
    select 'd' || n, 'TS-' || n, 'r' || n, 'donor', 'ao', 500, true, '2026-10-31T15:00:00Z' from generate_series(2, 3) as n`);
  await db.execute(sql`
    insert into associate_months (associate_id, month, donation_count, amount_yen) values ('ao', '2026-11-01', 2, 1000)`);
  await db.execute(sql`
    insert into pledges (id, appraisal_id, uid, state, text, pledged_at, updated_at)
    values ('p', 'TS-3', 'donor', 'published', 'words', now(), now())`);

  await migrate(url);

  expect(await differences(db)).toEqual([]);
  expect(Object.fromEntries(await readSums(db, 'donation-months'))).toEqual({
    '2026-11': { count: 2, amount: 1000 },
  });
  expect(await readSum(db, 'owed', 'ao')).toEqual({ count: 1, amount: 500 });
  expect(await readSum(db, 'public-pledges', 'ao')).toEqual({ count: 1, amount: 0 });
  expect(await readSum(db, 'kits', '')).toEqual({ count: 1, amount: 2 });
  const { rows } = await db.execute<{ id: string }>(sql`
    select appraisal_id as id from application_search
    where search_grams(folded) @@ (search_query(fold_search('吉田'), '{}') && search_query('あおぞら', '{}'))
    order by 1`);
  expect(rows.map(({ id }) => id)).toEqual(['TS-1', 'TS-2', 'TS-3']);
  // And what is written now goes on from there.
  await db.execute(sql`update applications set state = 'remitted' where appraisal_id = 'TS-2'`);
  expect(await readSum(db, 'owed', 'ao')).toEqual({ count: 0, amount: 0 });
  expect(await differences(db)).toEqual([]);
});
