import { and, eq, gte, isNull, lt, ne, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import {
  dealerLedgerYears,
  donationRecordYears,
  outOfRetention,
} from '#people/legal/legal-retention.ts';
import { identityLetters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { anonymousApplicant, isRetainedByLaw } from './erase.server.ts';

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
