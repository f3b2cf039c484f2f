import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { connect, migrate } from '#server/db/database.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import { databaseBefore } from '#test/database-before.ts';

test('receipts that were issued before keep the way, the organisation and the certification they named', async () => {
  const url = await databaseBefore('receipts_keep_what_they_said');
  const { db, pool } = connect(url, { maxConnections: 2 });
  onTestFinished(() => pool.end());
  await db.execute(sql`
    insert into associates (id, name, summary, classification, address, representative)
    values ('ao', 'あおぞらの会', '', 'approved-npo', '東京都見本町', '見本太郎')`);
  await db.execute(sql`
    insert into associate_certifications (associate_id, number, authority, certified_on, expires_on)
    select 'ao', '第' || year || '号', '東京都知事', (year || '-01-01')::date, (year + 4 || '-12-31')::date
    from unnest(array[2019, 2024]) as year`);
  await db.execute(sql`
    insert into receipts (number, kind, associate_id, year, amount_yen, donor_name, donor_address,
      certification_id, verify_code_hash, issued_at)
    select '2026-00000' || n, 'year', 'ao', 2022, 100, '', '', certification, 'hash ' || n, now()
    from (values (1, (select max(id) from associate_certifications)), (2, 0)) as given (n, certification)`);

  await migrate(url);

  const rows = await db.select().from(receipts).orderBy(receipts.number);
  const facts = {
    way: 'purchase',
    name: 'あおぞらの会',
    address: '東京都見本町',
    representative: '見本太郎',
    classification: 'approved-npo',
  };
  const certification = {
    number: '第2024号',
    authority: '東京都知事',
    certifiedOn: '2024-01-01',
    expiresOn: '2028-12-31',
  };
  expect(rows.map(({ stated }) => stated)).toEqual([
    { ...facts, certifications: [certification] },
    { ...facts, certifications: [] },
  ]);
});
