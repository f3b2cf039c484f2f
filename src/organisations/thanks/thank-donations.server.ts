import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Statements } from '#kit/db/pipelined.server.ts';
import { associateThanks } from '#organisations/associates/associate-tables.server.ts';

/** Assigns the organisation's standing thanks, if any, to new donations. */
export async function assignStandingThanks(
  tx: Statements,
  donationIds: readonly string[],
  at: Date,
): Promise<void> {
  const now = at.toISOString();
  await tx.execute(sql`
    insert into ${donationThanks} (donation_id, thanks_id, at, notify_at)
    select d.id, t.id, ${now}::timestamptz, ${now}::timestamptz
    from json_array_elements_text(${JSON.stringify(donationIds)}::json) as r(id)
    join ${donations} d on d.id = r.id
    join ${associateThanks} t on t.associate_id = d.associate_id
      and t.is_standing and t.withdrawn_at is null
    on conflict do nothing`);
}

/**
 * Moves applications whose money was sent on and whose donors have thanks to 'thanked'. Nothing else leads to that
 * state (docs/product.md, Thanks).
 */
export async function moveToThanked(
  tx: Transaction,
  which: SQL | undefined,
  at: Date,
): Promise<void> {
  // By number only: with a condition on the state, the planner may scan everything in it.
  const known = await tx
    .select({ appraisalId: applications.appraisalId, state: applications.state })
    .from(applications)
    .where(which)
    .orderBy(asc(applications.appraisalId))
    .for('no key update');
  const remitted = known.filter(({ state }) => state === 'remitted');
  if (remitted.length === 0) return;
  const numbers = remitted.map(({ appraisalId }) => appraisalId);
  const thanked = tx
    .select({ one: sql`1` })
    .from(donations)
    .innerJoin(donationThanks, eq(donationThanks.donationId, donations.id))
    .innerJoin(associateThanks, eq(associateThanks.id, donationThanks.thanksId))
    .where(
      and(
        eq(donations.appraisalId, applications.appraisalId),
        isNull(donations.reversedAt),
        isNull(associateThanks.withdrawnAt),
      ),
    );
  // The offset makes the database check each application. As a join, the planner can start from everything that the
  // thanks were assigned to, again for each batch.
  const hasThanks = sql`exists (${thanked} offset 0)`;
  const movedRows = await tx
    .update(applications)
    .set({ state: 'thanked', stateChangedAt: at, version: sql`${applications.version} + 1` })
    .where(and(inArray(applications.appraisalId, numbers), hasThanks))
    .returning({ appraisalId: applications.appraisalId });
  if (movedRows.length === 0) return;
  await tx.insert(applicationEvents).values(
    movedRows.map(({ appraisalId }) => ({
      appraisalId,
      fromState: 'remitted',
      toState: 'thanked',
      doneBy: 'system',
      at,
    })),
  );
}
