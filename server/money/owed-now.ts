import { sql } from 'drizzle-orm';

/**
 * What is owed to each organisation now, of open items and of remittances that are being prepared: as the books have it,
 * what was overpaid taken off. A few for each organisation, so it is as quick with years of books behind it.
 */
export const owedNow = sql`(
  select associate_id, sum(yen)::bigint as yen from (
    select associate_id, amount_yen as yen from owed_items
    where associate_id is not null and remittance_id is null and cancelled_at is null
    union all
    select associate_id, amount_yen from remittances where state = 'prepared' and associate_id is not null
  ) as open group by associate_id)`;
