import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { insertAssociate } from '#test/factories/donating.ts';
import { testApp } from '#test/test-app.ts';

const { db } = await testApp();

const folder = new URL('./', import.meta.url);
/** Statements of the migration that move existing rows. */
const file = readdirSync(folder).find((name) => name.endsWith('_bank-truth.sql')) ?? '';
const moves = readFileSync(new URL(file, folder), 'utf8')
  .split('--> statement-breakpoint')
  .filter((part) => /UPDATE owed_items|WITH RECURSIVE unsent/.test(part));

test('what stood as overpaid and never arrived lowers what is owed; what arrived stays', async () => {
  await insertAssociate(db, 'ao');
  await db.execute(sql`
    insert into remittances (id, associate_id, amount_yen, period_from, period_to, created_by, created_at, state, received_on)
    values ('arrived', 'ao', 900, '2026-10-01', '2026-10-31', 'op', now(), 'confirmed', '2026-11-01'),
      ('back', 'ao', 900, '2026-10-01', '2026-10-31', 'op', now(), 'returned', null)`);
  await db.execute(sql`
    insert into applications (appraisal_id, kind, associate_id, frequency, products, boxes, need_receipt, last_name, first_name,
      last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1, state, created_at, state_changed_at)
    select id, 'direct', 'ao', 'once', array['clothes'], 1, false, '見本', '花子', 'みほん', 'はなこ', id || '@tasuki.example',
      '0312345678', '1000001', '東京都', '見本町', 'unpriced', now(), now() from unnest(array['TS-AAAA-0001', 'TS-AAAA-0002']) as id`);
  await db.execute(sql`
    insert into owed_items (associate_id, kind, amount_yen, day, posting_id, appraisal_id, remittance_id, returned_id, at) values
      ('ao', 'gift', 900, '2026-10-20', 'donation:a', 'TS-AAAA-0001', 'arrived', null, now()),
      ('ao', 'correction', -400, '2026-11-05', 'donation:a2', 'TS-AAAA-0001', null, null, now()),
      ('ao', 'gift', 900, '2026-10-20', 'donation:b', 'TS-AAAA-0002', 'back', null, now()),
      ('ao', 'return', 900, '2026-11-05', 'reopened:b', null, null, 'back', now()),
      ('ao', 'correction', -300, '2026-11-05', 'donation:b2', 'TS-AAAA-0002', null, null, now())`);
  for (const statement of moves) await db.execute(sql.raw(statement));
  const { rows } = await db.execute(sql`
    select amount_yen::int as yen, overpaid_yen::int as overpaid from owed_items where amount_yen < 0 order by id`);
  expect(rows).toEqual([
    { yen: -400, overpaid: 400 },
    { yen: -300, overpaid: 0 },
  ]);
  const { rows: posted } = await db.execute(sql`
    select account, amount_yen::int as yen from ledger_lines where posting_id like 'overpaid:%' order by line`);
  expect(posted).toEqual([
    { account: 'overpaid:associate:ao', yen: -300 },
    { account: 'owed:associate:ao', yen: 300 },
  ]);
});
