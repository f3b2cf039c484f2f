import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { owedAccount } from '#money/ledger/accounts.ts';
import {
  type Amount,
  donationLines,
  netYenOf,
  notePostings,
  post,
  postingOf,
  sumByAccount,
} from '#money/ledger/ledger.server.ts';
import { ledgerLines } from '#money/ledger/ledger-tables.server.ts';
import { settleOverpaid } from '#money/ledger/overpaid.server.ts';
import { cancelOpenItems, lockOpenItems } from '#money/ledger/owed-items.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { settleUses } from '#organisations/use-reports/match-gifts.server.ts';
import type { donations } from './donation-tables.server.ts';
import {
  earnedOf,
  type NewDonation,
  recordDonations,
  reverseDonations,
  storeDonations,
  unstoreDonations,
  withFees,
} from './record-donations.server.ts';

type DonationRow = typeof donations.$inferSelect;

export type Replacing = {
  /** Last donation of the application; may be reversed already. */
  before: DonationRow | undefined;
  /** Its replacement; undefined for none. */
  next: NewDonation | undefined;
  at: Date;
  reason: string;
  actorUid: string;
};

/**
 * Replaces a donation, or removes it. The books reverse the former and post the new one, as of now. Remitted amounts
 * stay remitted: an excess is set off by the next run, a shortfall is owed (docs/decisions/0023).
 */
export async function replaceDonation(tx: Transaction, replacing: Replacing): Promise<void> {
  const { before, next, at, reason, actorUid } = replacing;
  if (!before) {
    if (next) await recordDonations(tx, [next], at);
    return;
  }
  const { appraisalId } = before;
  const stands = before.reversedAt === null;
  const open = await lockOpenItems(tx, appraisalId);
  const standing = await amountsOf(tx, before.id);
  const netYen = stands ? before.amountYen - before.feeYen - before.handlingYen : 0;
  /** Amount that the recipient has received, or will by a current run. */
  const paidYen = netYen - open.openYen;
  /** Amounts taken by runs, by account: they stay where they were taken. */
  const taken = sumByAccount([
    ...standing.filter(({ account }) => /^(owed|overpaid):/.test(account)),
    ...[...open.byAccount].map(([account, amountYen]) => ({ account, amountYen })),
  ]);

  if (taken.length === 0 && paidYen === 0) {
    if (stands) await reverseDonations(tx, [before], { reason, actorUid, at });
    if (next) await recordDonations(tx, [next], at);
    return;
  }

  if (stands) await unstoreDonations(tx, [before], at);
  await cancelOpenItems(tx, [appraisalId], at);
  const opposite = standing.map(({ account, amountYen }) => ({ account, amountYen: -amountYen }));
  const [made] = next ? await withFees(tx, [next], at) : [];
  const reversalId = `reversal:${before.id}${stands ? '' : `:${made?.row.id ?? randomUUID()}`}`;
  const target = made ? earnedOf(made) : before;
  const dueYen = made ? netYenOf(earnedOf(made)) : 0;
  // The paid part is not owed, or owed back if it exceeds the new amount.
  const settled = [...taken, { account: owedAccount(target), amountYen: paidYen }];
  const corrected = { reason, corrects: `donation:${before.id}`, actorUid, at };
  const postingId = made ? `donation:${made.row.id}` : reversalId;
  if (made) {
    await storeDonations(tx, [made.row]);
    const reversal = postingOf(reversalId, opposite, { donationId: before.id, at });
    await post(tx, [reversal, donationLines(earnedOf(made), at, settled)]);
    await notePostings(tx, [
      { postingId, ...corrected },
      ...(reversal.length > 0 ? [{ postingId: reversalId, ...corrected }] : []),
    ]);
  } else {
    const reversal = postingOf(reversalId, [...opposite, ...settled], {
      donationId: before.id,
      at,
    });
    await post(tx, [reversal]);
    if (stands || reversal.length > 0) await notePostings(tx, [{ postingId, ...corrected }]);
  }
  const amountYen = dueYen - paidYen;
  await addDifference(tx, { target, appraisalId, postingId, amountYen, at });
  await settleOverpaid(tx, [appraisalId], { reason, actorUid, at });
  await settleUses(tx, [appraisalId], at);
}

/** Total of a donation per account, including reversals and moves. */
async function amountsOf(tx: Transaction, donationId: string): Promise<Amount[]> {
  return tx
    .select({
      account: ledgerLines.account,
      amountYen: sql<number>`sum(${ledgerLines.amountYen})::float8`,
    })
    .from(ledgerLines)
    .where(eq(ledgerLines.donationId, donationId))
    .groupBy(ledgerLines.account)
    .having(sql`sum(${ledgerLines.amountYen}) <> 0`);
}

type Difference = {
  target: Pick<DonationRow, 'associateId' | 'socialChallengeId'>;
  appraisalId: string;
  postingId: string;
  amountYen: number;
  at: Date;
};

async function addDifference(
  tx: Transaction,
  { target, appraisalId, postingId, amountYen, at }: Difference,
): Promise<void> {
  if (amountYen === 0) return;
  const { associateId, socialChallengeId } = target;
  await tx.insert(owedItems).values({
    ...{ associateId, socialChallengeId, appraisalId, postingId, amountYen, at },
    kind: 'correction',
    day: jstDay(at),
  });
}
