import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { Statements } from '#kit/db/pipelined.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { feesOf, leavesNothing } from '#money/ledger/fees.ts';
import {
  donationLines,
  netYenOf,
  type PostingReason,
  post,
  reverseDonationPostings,
} from '#money/ledger/ledger.server.ts';
import { cancelOpenItems } from '#money/ledger/owed-items.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { readTerms } from '#money/ledger/terms.server.ts';
import { assignStandingThanks } from '#organisations/thanks/thank-donations.server.ts';
import { donations } from './donation-tables.server.ts';
import { moveCounts } from './month-counts.server.ts';

/** A valid result that becomes a donation: to an organisation, or to a challenge's fund. */
export type NewDonation = {
  appraisalId: string;
  appraisalRowId: string;
  uid: string | null;
  associateId: string | null;
  socialChallengeId: string | null;
  appraisedYen: number;
  bonusYen: number;
  needReceipt: boolean;
  /** Handling is charged per box, if agreed. */
  boxes: number;
  /** First day of the gift, if this corrects an earlier donation. */
  donatedAt?: Date | undefined;
  /** Remittance and day of receipt, if this corrects an earlier donation. */
  remittanceId?: string | null | undefined;
  receivedOn?: string | null | undefined;
};

type DonationRow = typeof donations.$inferInsert & { id: string };
/** A donation as stored, with the appraised value of its goods. */
export type StoredDonation = {
  row: DonationRow & { feeYen: number; handlingYen: number };
  appraisedYen: number;
  bonusYen: number;
};

/** Donations with fees by the terms of their days, under new ids. */
export async function withFees(
  tx: Statements,
  made: readonly NewDonation[],
  at: Date,
): Promise<StoredDonation[]> {
  const dayOf = ({ donatedAt }: NewDonation) => jstDay(donatedAt ?? at);
  const termsOf = await readTerms(
    tx,
    made.map((one) => ({ associateId: one.associateId, day: dayOf(one) })),
  );
  return made.map((one) => {
    const { appraisedYen, bonusYen, donatedAt, boxes, ...donation } = one;
    const amountYen = appraisedYen + bonusYen;
    const terms = termsOf({ associateId: one.associateId, day: dayOf(one) });
    return {
      row: {
        ...donation,
        ...feesOf({ amountYen, boxes }, terms),
        id: randomUUID() as string,
        amountYen,
        donatedAt: donatedAt ?? at,
      },
      appraisedYen,
      bonusYen,
    };
  });
}

/** A stored donation as input of the books. */
export const earnedOf = ({ row, ...yen }: StoredDonation) => ({
  associateId: row.associateId ?? null,
  socialChallengeId: row.socialChallengeId ?? null,
  feeYen: row.feeYen,
  handlingYen: row.handlingYen,
  donationId: row.id,
  ...yen,
});

/**
 * Records donations as of `at`, or of the day they were first given: rows, counts of the Asia/Tokyo month
 * (docs/product.md, Donations and counts), ledger entries with fee and handling by the agreement of the day, and open
 * items. Returns them as stored.
 */
export async function recordDonations(
  tx: Statements,
  made: readonly NewDonation[],
  at: Date,
): Promise<StoredDonation[]> {
  const recorded = await withFees(tx, made, at);
  await storeDonations(
    tx,
    recorded.map(({ row }) => row),
  );
  await assignStandingThanks(
    tx,
    // Corrected donations already have their thanks.
    recorded.filter((_one, index) => !made[index]?.donatedAt).map(({ row }) => row.id),
    at,
  );
  await post(
    tx,
    recorded.map((one) => donationLines(earnedOf(one), at)),
  );
  const sendable = recorded.filter(({ row }) => !leavesNothing(row));
  await insertAll(
    tx,
    owedItems,
    sendable.map((one) => ({
      associateId: one.row.associateId ?? null,
      socialChallengeId: one.row.socialChallengeId ?? null,
      kind: 'gift',
      amountYen: netYenOf(earnedOf(one)),
      day: jstDay(one.row.donatedAt),
      postingId: `donation:${one.row.id}`,
      appraisalId: one.row.appraisalId,
      at,
    })),
  );
  return recorded;
}

/** Applications of gifts with nothing left to remit. */
export const emptyAmong = (recorded: readonly StoredDonation[]): string[] =>
  recorded.flatMap(({ row }) => (leavesNothing(row) ? row.appraisalId : []));

/** Stores rows of donations and counts them in their months. */
export async function storeDonations(
  tx: Statements,
  rows: readonly StoredDonation['row'][],
): Promise<void> {
  await insertAll(tx, donations, rows);
  await moveCounts(
    tx,
    rows.map((row) => ({
      ...row,
      associateId: row.associateId ?? null,
      socialChallengeId: row.socialChallengeId ?? null,
    })),
    1,
  );
}

/** A donation to reverse; its row stays, marked. */
export type Reversible = {
  id: string;
  appraisalId: string;
  associateId: string | null;
  socialChallengeId: string | null;
  amountYen: number;
  donatedAt: Date;
};

/** Marks donations as reversed as of `at` and subtracts them from their month. */
export async function unstoreDonations(
  tx: Transaction,
  taken: readonly Reversible[],
  at: Date,
): Promise<void> {
  const ids = taken.map((donation) => donation.id);
  await tx.execute(sql`
    update donations d set reversed_at = ${at.toISOString()}::timestamptz
    from json_array_elements_text(${JSON.stringify(ids)}::json) as r(id) where d.id = r.id`);
  await moveCounts(tx, taken, -1);
}

/**
 * Reverses unremitted donations, as of `at`: marked, subtracted from their month, counter-posted in the ledger with the
 * reason, and no longer owed. For remitted ones see src/giving/donations/replace-donation.server.ts.
 */
export async function reverseDonations(
  tx: Transaction,
  taken: readonly Reversible[],
  why: PostingReason,
): Promise<void> {
  const { at } = why;
  await unstoreDonations(tx, taken, at);
  await reverseDonationPostings(
    tx,
    taken.map(({ id }) => id),
    why,
  );
  await cancelOpenItems(
    tx,
    taken.map(({ appraisalId }) => appraisalId),
    at,
  );
}
