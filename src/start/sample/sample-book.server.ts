import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { publish } from '#money/public-book/publish.server.ts';

/** Notes the sample's gifts for the public sums in their order, whether triggers noted some of them or were disabled. */
async function noteGifts(tx: Transaction): Promise<void> {
  const ofSample = sql`exists (select from applications a where a.appraisal_id = c.gift and a.is_sample)`;
  await tx.execute(
    sql`delete from public_changes c where lot_id is null and not in_total and ${ofSample}`,
  );
  await tx.execute(sql`
    insert into public_changes (gift, cell, count, yen, cost_yen, at)
    select appraisal_id, coalesce('associate:' || associate_id, 'fund:' || social_challenge_id), 1, amount_yen,
      fee_yen + handling_yen, donated_at
    from donations d where reversed_at is null and amount_yen <> 0
      and not exists (select from public_changes c where c.gift = d.appraisal_id)
      and exists (select from applications a where a.appraisal_id = d.appraisal_id and a.is_sample)
    order by donated_at, id`);
}

/** Publishes the sample's sums and transfers, month by month, so that public pages show them at once. */
export async function publishSample(tx: Transaction, now: Date): Promise<void> {
  await noteGifts(tx);
  await tx.execute(sql`analyze public_changes`);
  await tx.execute(sql`delete from published_days where day = ${jstDay(now)}::date`);
  await publish(tx, now);
}

/**
 * Takes the public book of a service with a sample away, since its sums hold sample gifts; the gifts that stay wait for the
 * next publication.
 */
export async function forgetBook(tx: Transaction): Promise<void> {
  const guard = (what: 'enable' | 'disable') =>
    tx.execute(sql.raw(`alter table public_entries ${what} trigger public_entries_append_only`));
  await guard('disable');
  for (const table of [
    'public_entries',
    'book_transfers',
    'public_lots',
    'published_sums',
    'published_days',
    'public_changes',
  ]) {
    await tx.execute(sql`delete from ${sql.identifier(table)}`);
  }
  await guard('enable');
  await tx.execute(sql`
    insert into public_changes (gift, cell, count, yen, cost_yen, at)
    select appraisal_id, coalesce('associate:' || associate_id, 'fund:' || social_challenge_id), 1, amount_yen,
      fee_yen + handling_yen, donated_at
    from donations where reversed_at is null and amount_yen <> 0 order by donated_at, id`);
}
