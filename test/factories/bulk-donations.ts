import pg from 'pg';
import { numberOf } from './donating.ts';

type BulkDonations = {
  associateId: string;
  count: number;
  /** Number of the first application, see numberOf. */
  first?: number;
  /** Number of guests, who take turns, so that no guest's donations are adjacent. */
  guests: number;
  /** One registered person instead. */
  uid?: string;
};

/**
 * Inserts remitted donations with one statement per table, without sums or books. Slow: its
 * connection has no timeout.
 */
export async function insertBulkDonations(
  databaseUrl: string,
  { associateId, count, first = 1, guests, uid }: BulkDonations,
): Promise<void> {
  const applicationNumbers = Array.from({ length: count }, (_, n) => numberOf(first + n));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into applications (appraisal_id, kind, associate_id, uid, frequency, products, boxes, need_receipt,
         last_name, first_name, last_name_kana, first_name_kana, email, tel, zipcode, prefecture, line1,
         state, created_at, state_changed_at)
       select id, 'direct', $2, $3, 'once', array['clothes'], 1, true, '見本', '花子', 'みほん', 'はなこ',
         'guest' || n % $4::int || '@tasuki.example', '0312345678', '1000001', '東京都', '見本町', 'remitted',
         timestamptz '2025-11-01' - n * interval '1 minute', timestamptz '2025-12-01' - n * interval '1 minute'
       from json_array_elements_text($1::json) with ordinality as numbered(id, n)`,
      [JSON.stringify(applicationNumbers), associateId, uid ?? null, guests],
    );
    await client.query(
      `insert into result_batches (id, uploaded_by, file_name, file_hash, encoding, row_count, accepted_count,
         donation_yen, created_at)
       values ('bulk-' || $1::text, 'operator', 'f.csv', 'bulk-' || $1::text, 'UTF-8', 1, 1, 0, now())`,
      [first],
    );
    await client.query(
      `insert into appraisals (id, appraisal_id, batch_id, row_number, row_hash, received_on, appraised_on, item_count,
         priced_count, appraised_yen, bonus_yen, donation_yen, outcome, state_before, created_at)
       select 'row-' || id, id, 'bulk-' || $2::text, n, id, now(), now(), 1, 1, 500, 0, 500, 'completed',
         'goods-received', now() from json_array_elements_text($1::json) with ordinality as numbered(id, n)`,
      [JSON.stringify(applicationNumbers), first],
    );
    await client.query(
      `insert into donations (id, appraisal_id, appraisal_row_id, uid, associate_id, amount_yen, need_receipt, donated_at)
       select 'gift-' || id, id, 'row-' || id, $2, $3, 500, true, timestamptz '2025-11-15' - n * interval '1 minute'
       from json_array_elements_text($1::json) with ordinality as numbered(id, n)`,
      [JSON.stringify(applicationNumbers), uid ?? null, associateId],
    );
    await client.query('analyze applications, donations, appraisals');
  } finally {
    await client.end();
  }
}
