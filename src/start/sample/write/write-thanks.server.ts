import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

/** Links each thanked donation to the thanks that its organisation published then. */
export async function writeThanks(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into donation_thanks (donation_id, thanks_id, at)
    select d.id, t.id, e.at from application_events e
    join donations d on d.appraisal_id = e.appraisal_id and d.reversed_at is null
    join associate_thanks t on t.associate_id = d.associate_id and t.published_at = e.at
    join associates s on s.id = t.associate_id and s.is_sample
    where e.to_state = 'thanked'
    on conflict do nothing`);
  await tx.execute(sql`
    insert into thanks_deliveries (thanks_id, aimed_count, given_count)
    select thanks_id, count(*), count(*) from donation_thanks group by thanks_id
    on conflict do nothing`);
  await tx.execute(sql`
    update associate_thanks set is_delivered = true, delivered_at = published_at
    where id in (select thanks_id from thanks_deliveries) and not is_delivered`);
}
