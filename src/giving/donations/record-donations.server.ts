import { randomUUID } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { Statements } from '#kit/db/pipelined.server.ts';
import { jstDay, jstMonth } from '#kit/values/timestamp.ts';
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
import { associateMonths } from '#organisations/associates/associate-tables.server.ts';
import { challengeMonths } from '#organisations/challenges/challenge-tables.server.ts';
import {
  assignStandingThanks,
  moveToThanked,
} from '#organisations/thanks/thank-donations.server.ts';
import { donations } from './donation-tables.server.ts';

const note = '団体が負担する費用を差し引くと0円になるため、送金せずに完了';

/**
 * Completes gifts with nothing left to remit (src/money/ledger/fees.ts), by application: they advance like remitted ones,
 * as a skipped step. Skips applications that are not 寄付済み.
 */
export async function settleEmptyGifts(
  tx: Transaction,
  appraisalIds: readonly string[],
  at: Date,
): Promise<void> {
  if (appraisalIds.length === 0) return;
  const moment = sql`${at.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ appraisalId: string }>(sql`
    with moved as (
      update applications set state = 'remitted', version = version + 1, state_changed_at = ${moment}
      where appraisal_id in (select json_array_elements_text(${JSON.stringify(appraisalIds)}::json)) and state = 'donated'
      returning appraisal_id
    ), noted as (
      insert into application_events (appraisal_id, from_state, to_state, done_by, is_skipped, note, at)
      select appraisal_id, 'donated', 'remitted', 'system', true, ${note}, ${moment} from moved
    )
    select appraisal_id as "appraisalId" from moved`);
  const moved = rows.map(({ appraisalId }) => appraisalId);
  await moveToThanked(tx, inArray(applications.appraisalId, moved), at);
}

type Counted = {
  associateId: string | null;
  socialChallengeId: string | null;
  amountYen: number;
  donatedAt: Date;
};

/** Adds donations to the counts of their Asia/Tokyo months, or subtracts them. */
async function moveCounts(
  tx: Statements,
  counted: readonly Counted[],
  direction: 1 | -1,
): Promise<void> {
  await moveMonths(
    tx,
    associateMonths,
    'associate_id',
    sums(counted, ({ associateId }) => associateId, direction),
  );
  await moveMonths(
    tx,
    challengeMonths,
    'social_challenge_id',
    sums(counted, ({ socialChallengeId }) => socialChallengeId, direction),
  );
}

type MonthSum = { owner: string; month: string; count: number; yen: number };

/** Sorted by key, so that concurrent transactions do not deadlock. */
function sums(
  counted: readonly Counted[],
  ownerOf: (donation: Counted) => string | null,
  direction: 1 | -1,
): MonthSum[] {
  const byKey = new Map<string, MonthSum>();
  for (const donation of counted) {
    const owner = ownerOf(donation);
    if (owner === null) continue;
    const month = `${jstMonth(donation.donatedAt)}-01`;
    const key = `${owner} ${month}`;
    const sum = byKey.get(key) ?? { owner, month, count: 0, yen: 0 };
    sum.count += direction;
    sum.yen += direction * donation.amountYen;
    byKey.set(key, sum);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

async function moveMonths(
  tx: Statements,
  table: PgTable,
  ownerColumn: 'associate_id' | 'social_challenge_id',
  moved: readonly MonthSum[],
): Promise<void> {
  if (moved.length === 0) return;
  const owner = sql.identifier(ownerColumn);
  const rows = sql`json_to_recordset(${JSON.stringify(moved)}::json) as r(owner text, month date, count int, yen bigint)`;
  const isAdded = moved.every(({ count, yen }) => count >= 0 && yen >= 0);
  if (isAdded) {
    await tx.execute(sql`
      insert into ${table} as m (${owner}, month, donation_count, amount_yen)
      select r.owner, r.month, r.count, r.yen from ${rows}
      on conflict (${owner}, month) do update set
        donation_count = m.donation_count + excluded.donation_count,
        amount_yen = m.amount_yen + excluded.amount_yen`);
    return;
  }
  // Rows first, then the changes: the check on an inserted row would refuse a negative change.
  await tx.execute(sql`
    insert into ${table} (${owner}, month) select r.owner, r.month from ${rows}
    on conflict do nothing`);
  await tx.execute(sql`
    update ${table} m set donation_count = m.donation_count + r.count, amount_yen = m.amount_yen + r.yen
    from ${rows} where m.${owner} = r.owner and m.month = r.month`);
}

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
