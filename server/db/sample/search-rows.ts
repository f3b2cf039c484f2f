import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { appraisalIdOf, type PlacedBox } from './box-rows.ts';

/** Makes boxes that were just written findable, as the trigger applications_search does. */
export async function addSearchRows(
  tx: Transaction,
  seed: number,
  boxes: readonly PlacedBox[],
): Promise<void> {
  const numbers = JSON.stringify(boxes.map(({ index }) => appraisalIdOf(seed, index)));
  // Without statistics the planner takes the tables for empty, and would read them whole each time.
  await tx.execute(sql`set local enable_seqscan = off`);
  await tx.execute(sql`
    insert into application_search (appraisal_id, created_at, folded)
    select a.appraisal_id, a.created_at, application_text(a.appraisal_id, a.last_name, a.first_name,
      a.last_name_kana, a.first_name_kana, a.tel, a.email, a.zipcode, a.prefecture, a.line1, a.line2,
      a.building, coalesce(o.name, c.fund_name))
    from json_array_elements_text(${numbers}::json) number,
      lateral (select * from applications where appraisal_id = number offset 0) a
    left join associates o on o.id = a.associate_id
    left join social_challenges c on c.id = a.social_challenge_id
    order by a.created_at`);
}
