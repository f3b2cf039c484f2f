import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { jstMonth } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import type { Statements } from '#server/db/pipelined.ts';
import { associateMonths } from '#server/db/schema/associates.ts';
import { challengeMonths } from '#server/db/schema/challenges.ts';
import { donations } from '#server/db/schema/donations.ts';
import { postDonations, reverseDonationPostings } from '#server/ledger/ledger.ts';
import { giveStandingThanks } from '#server/thanks/thank-donations.ts';

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
  /** When it was first given, of one that a correction takes the place of. */
  donatedAt?: Date | undefined;
  /** When its recipient received it, of one that a correction takes the place of. */
  receivedOn?: string | null | undefined;
};

/**
 * Records donations as of `at`, or of the day they were first given: rows, counts of the Asia/Tokyo month (docs/product.md, Donations and
 * counts), ledger entries.
 */
export async function recordDonations(
  tx: Statements,
  made: readonly NewDonation[],
  at: Date,
): Promise<void> {
  const recorded = made.map(({ appraisedYen, bonusYen, donatedAt, ...donation }) => ({
    row: {
      ...donation,
      id: randomUUID() as string,
      amountYen: appraisedYen + bonusYen,
      donatedAt: donatedAt ?? at,
    },
    appraisedYen,
    bonusYen,
  }));
  await insertAll(
    tx,
    donations,
    recorded.map(({ row }) => row),
  );
  await giveStandingThanks(
    tx,
    // What was given before has its thanks.
    recorded.filter((_one, index) => !made[index]?.donatedAt).map(({ row }) => row.id),
    at,
  );
  await moveCounts(
    tx,
    recorded.map(({ row }) => row),
    1,
  );
  await postDonations(
    tx,
    recorded.map(({ row, ...yen }) => ({ ...row, ...yen, donationId: row.id })),
    at,
  );
}

/** A donation to reverse; it stays in its table, marked. */
export type Reversible = {
  id: string;
  associateId: string | null;
  socialChallengeId: string | null;
  amountYen: number;
  donatedAt: Date;
};

/** Reverses donations as of `at`: marked, subtracted from their month, counter-posted in the ledger. */
export async function reverseDonations(
  tx: Transaction,
  taken: readonly Reversible[],
  at: Date,
): Promise<void> {
  const ids = taken.map((donation) => donation.id);
  await tx.execute(sql`
    update donations d set reversed_at = ${at.toISOString()}::timestamptz
    from json_array_elements_text(${JSON.stringify(ids)}::json) as r(id) where d.id = r.id`);
  await moveCounts(tx, taken, -1);
  await reverseDonationPostings(tx, ids, at);
}

type Counted = Omit<Reversible, 'id'>;

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

/** In the order of their keys, so that two transactions wait for each other's rows in one order. */
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
  // First the rows, then the moves: a check on a row to insert would refuse a negative move.
  await tx.execute(sql`
    insert into ${table} (${owner}, month) select r.owner, r.month from ${rows}
    on conflict do nothing`);
  await tx.execute(sql`
    update ${table} m set donation_count = m.donation_count + r.count, amount_yen = m.amount_yen + r.yen
    from ${rows} where m.${owner} = r.owner and m.month = r.month`);
}
