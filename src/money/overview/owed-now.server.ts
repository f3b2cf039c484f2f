import { sql } from 'drizzle-orm';

/**
 * Owed to each organisation now: open items and remittances in preparation, less what was overpaid, as in the books.
 * Reads only a few rows per organisation, however long the books are.
 */
export const owedNow = sql`(
  select associate_id, sum(yen)::bigint as yen from (
    select associate_id, amount_yen as yen from owed_items
    where associate_id is not null and remittance_id is null and cancelled_at is null
    union all
    select associate_id, amount_yen from remittances where state = 'prepared' and associate_id is not null
  ) as open group by associate_id)`;
