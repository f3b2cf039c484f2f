import { and, eq, isNull, sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import type { approvals } from '#people/roles/role-tables.server.ts';
import { RemittanceChange } from './approval-change.ts';

/** The unreversed donation of an application, with its recipient. */
type StandingDonation = { targetId: string; targetName: string; amountYen: number };
export type StandingDonations = ReadonlyMap<string, StandingDonation>;

/** Applications of a remittance; none for another kind. */
export const appraisalIdsOf = ({
  kind,
  change,
}: Pick<typeof approvals.$inferSelect, 'kind' | 'change'>): string[] =>
  kind === 'remittance' ? RemittanceChange.parse(change).appraisalIds : [];

/** Unreversed donations of these applications, by number. */
export async function standingDonations(
  db: Database | Transaction,
  appraisalIds: readonly string[],
): Promise<StandingDonations> {
  if (appraisalIds.length === 0) return new Map();
  // One parameter, however many approvals a list has.
  const numbers = sql`(select json_array_elements_text(${JSON.stringify(appraisalIds)}::json))`;
  const rows = await db
    .select({
      appraisalId: donations.appraisalId,
      associateId: donations.associateId,
      challengeId: donations.socialChallengeId,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
      amountYen: donations.amountYen,
    })
    .from(donations)
    .leftJoin(associates, eq(associates.id, donations.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, donations.socialChallengeId))
    .where(and(sql`${donations.appraisalId} in ${numbers}`, isNull(donations.reversedAt)));
  return new Map(
    rows.map(({ appraisalId, associateId, challengeId, associateName, fundName, amountYen }) => [
      appraisalId,
      {
        targetId: associateId ? `associate:${associateId}` : `fund:${challengeId}`,
        targetName: associateName ?? fundName ?? '',
        amountYen,
      },
    ]),
  );
}
