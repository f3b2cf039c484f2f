import { and, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import {
  dealerLedgerYears,
  donationRecordYears,
  outOfRetention,
} from '#domain/legal/legal-retention.ts';
import { applications } from '#server/db/schema/applications.ts';
import { donations } from '#server/db/schema/donations.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import { identityLetters } from '#server/db/schema/warehouse/dealer-ledger.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { anonymousApplicant, isRetainedByLaw } from './erase.ts';

/** Removes names from retained records of erased people whose retention ended. */
export async function endLegalHolds({
  db,
  clock,
}: Pick<Dependencies, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  const donatedSince = (years: number) =>
    sql`exists (select 1 from ${donations} where ${and(
      eq(donations.appraisalId, applications.appraisalId),
      isNull(donations.reversedAt),
      gte(donations.donatedAt, outOfRetention(now, years)),
    )})`;
  const { birth, occupation } = anonymousApplicant;
  const isOver = and(isRetainedByLaw, sql`not ${donatedSince(dealerLedgerYears)}`);
  await db
    .delete(identityLetters)
    .where(
      sql`${identityLetters.appraisalId} in (select ${applications.appraisalId} from ${applications} where ${isOver})`,
    );
  await db.update(applications).set({ birth, occupation }).where(isOver);
  await db
    .update(applications)
    .set(anonymousApplicant)
    .where(and(isRetainedByLaw, sql`not ${donatedSince(donationRecordYears)}`));
  await db
    .update(receipts)
    .set({ donorName: '', donorAddress: '' })
    .where(
      and(
        isNull(receipts.uid),
        ne(receipts.donorName, ''),
        lt(receipts.issuedAt, outOfRetention(now, donationRecordYears)),
      ),
    );
}
