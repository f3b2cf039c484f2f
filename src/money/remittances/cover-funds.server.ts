import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';

/** Gifts to a fund that pay-outs which arrived cover, by the remittance that carried them. */
type Covered = { appraisalId: string; remittanceId: string }[];

const coveredAtOnce = 20_000;

/**
 * Sets pay-outs that arrived by these remittances against the oldest gifts of their funds, as far as the money reaches:
 * those gifts are with an organisation now. What is left of a pay-out waits for the next one (docs/decisions/0023).
 */
export async function coverFunds(
  tx: Transaction,
  remittanceIds: readonly string[],
): Promise<Covered> {
  const { rows: funds } = await tx.execute<{ fund: string; remittanceId: string }>(sql`
    with recursive chain as (
      select id as top, id from json_array_elements_text(${JSON.stringify(remittanceIds)}::json) as r(id)
      union
      select c.top, i.returned_id from chain c join owed_items i on i.remittance_id = c.id and i.returned_id is not null
    )
    select p.social_challenge_id as fund, min(c.top) as "remittanceId"
    from chain c join owed_items i on i.remittance_id = c.id join fund_payouts p on p.id = i.payout_id
    group by 1 order by 1`);
  const covered: Covered = [];
  for (const { fund, remittanceId } of funds) {
    await lock(tx, 'fund', fund);
    // What arrived of each pay-out, also by a transfer that came back and was sent again.
    const { rows: payouts } = await tx.execute<{ id: string; leftYen: number }>(sql`
      with recursive chain as (
        select i.payout_id, i.remittance_id from owed_items i join fund_payouts p on p.id = i.payout_id
        where p.social_challenge_id = ${fund} and p.covered_yen < p.amount_yen and p.withdrawn_at is null
          and i.remittance_id is not null and i.appraisal_id is null and i.cancelled_at is null
        union
        select c.payout_id, n.remittance_id from chain c join owed_items n on n.returned_id = c.remittance_id
        where n.remittance_id is not null
      )
      select p.id, (p.amount_yen - p.covered_yen)::float8 as "leftYen" from fund_payouts p
      where exists (select from chain c join remittances r on r.id = c.remittance_id
        where c.payout_id = p.id and r.state = 'confirmed')
      order by p.created_at, p.id for update of p`);
    const budget = payouts.reduce((sum, { leftYen }) => sum + leftYen, 0);
    const { rows: taken } = await tx.execute<{ appraisalId: string | null; yen: number }>(sql`
      with oldest as materialized (
        select id, day, amount_yen, appraisal_id from owed_items
        where social_challenge_id = ${fund} and remittance_id is null and cancelled_at is null
        order by day, id limit ${coveredAtOnce} for update
      ), added as (
        select *, sum(amount_yen) over (order by day, id) as so_far from oldest
      ), reached as (
        -- Up to the first that the money does not reach.
        select *, bool_or(so_far > ${budget}::numeric) over (order by day, id) as is_beyond from added
      )
      update owed_items i set remittance_id = ${remittanceId} from reached r
      where i.id = r.id and not r.is_beyond
      returning i.appraisal_id as "appraisalId", i.amount_yen::float8 as yen`);
    let rest = taken.reduce((sum, { yen }) => sum + yen, 0);
    for (const { id, leftYen } of payouts) {
      const part = Math.min(leftYen, rest);
      if (part <= 0) break;
      await tx.execute(
        sql`update fund_payouts set covered_yen = covered_yen + ${part} where id = ${id}`,
      );
      rest -= part;
    }
    for (const { appraisalId } of taken) {
      if (appraisalId !== null) covered.push({ appraisalId, remittanceId });
    }
  }
  return covered.sort((a, b) => (a.appraisalId < b.appraisalId ? -1 : 1));
}

/**
 * Takes back what a run covered by a confirmation that was a mistake, before its items are open again: else the pay-outs
 * that it gives back would cover nothing once they arrive.
 */
export async function uncoverFunds(tx: Transaction, runId: string): Promise<void> {
  const { rows: funds } = await tx.execute<{ fund: string; yen: number }>(sql`
    select i.social_challenge_id as fund, sum(i.amount_yen)::float8 as yen
    from remittances r join owed_items i on i.remittance_id = r.id
    where r.run_id = ${runId} and i.social_challenge_id is not null group by 1 order by 1`);
  for (const { fund, yen } of funds) {
    await lock(tx, 'fund', fund);
    // Those of the run first: what else it covered was left of earlier ones, the newest of them last.
    const { rows: payouts } = await tx.execute<{ id: string; coveredYen: number }>(sql`
      select p.id, p.covered_yen::float8 as "coveredYen" from fund_payouts p
      where p.social_challenge_id = ${fund} and p.covered_yen > 0
      order by exists (select from owed_items i join remittances r on r.id = i.remittance_id
        where i.payout_id = p.id and r.run_id = ${runId}) desc, p.created_at desc, p.id for update of p`);
    let rest = yen;
    for (const { id, coveredYen } of payouts) {
      const part = Math.min(coveredYen, rest);
      if (part <= 0) break;
      await tx.execute(
        sql`update fund_payouts set covered_yen = covered_yen - ${part} where id = ${id}`,
      );
      rest -= part;
    }
  }
}
