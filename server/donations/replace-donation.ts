import { eq, sql } from 'drizzle-orm';
import { accountOf, owedAccount } from '#domain/ledger/accounts.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import type { donations } from '#server/db/schema/donations.ts';
import { ledgerLines } from '#server/db/schema/ledger.ts';
import { owedItems } from '#server/db/schema/money/owed.ts';
import {
  type Amount,
  donationLines,
  netYenOf,
  notePostings,
  post,
  postingOf,
} from '#server/ledger/ledger.ts';
import { cancelOpenItems, lockOpenItems } from '#server/ledger/owed-items.ts';
import {
  earnedOf,
  type NewDonation,
  recordDonations,
  reverseDonations,
  storeDonations,
  unstoreDonations,
  withFees,
} from './record-donations.ts';

type DonationRow = typeof donations.$inferSelect;

export type Replacing = {
  /** The last donation of the application, which may be reversed already. */
  before: DonationRow | undefined;
  /** What takes its place; undefined where nothing does. */
  next: NewDonation | undefined;
  at: Date;
  reason: string;
  actorUid: string;
};

/**
 * Puts a donation in the place of another, or of none. The books take the one before out and the next in, as of now. What
 * a remittance took already stays taken: where more was sent than is due now, the rest is overpaid and set off in the next
 * run; where less, the difference is owed (docs/decisions/0045).
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
  const owedLines = standing.filter(({ account }) => account.startsWith('owed:'));
  const owedYen = -owedLines.reduce((sum, { amountYen }) => sum + amountYen, 0);
  /** What was owed once and a remittance took; of a gift to a merged organisation from either's account. */
  const taken = owedLines
    .map(({ account, amountYen }) => ({
      account,
      amountYen: -amountYen - (open.byAccount.get(account) ?? 0),
    }))
    .filter(({ amountYen }) => amountYen !== 0);
  /** What was too much and set off by a run: it stays on the account on which the run did. */
  const setOff = standing
    .filter(({ account }) => account.startsWith('overpaid:'))
    .map(({ account, amountYen }) => ({
      account,
      amountYen: amountYen + (open.byAccount.get(account) ?? 0),
    }));
  const takenYen = owedYen - open.owedYen;
  const netYen = stands ? before.amountYen - before.feeYen - before.handlingYen : 0;
  /** What the recipient has of it, or will have by a run under way. */
  const paidYen = netYen - open.owedYen - open.overpaidYen;

  if (takenYen === 0 && paidYen === 0) {
    if (stands) await reverseDonations(tx, [before], at);
    if (next) await recordDonations(tx, [next], at);
    if (stands || next) await note(tx, { before, reason, actorUid, at });
    return;
  }

  if (stands) await unstoreDonations(tx, [before], at);
  await cancelOpenItems(tx, [appraisalId], at);
  const opposite = standing.map(({ account, amountYen }) => ({ account, amountYen: -amountYen }));
  const [made] = next ? await withFees(tx, [next], at) : [];
  const reversalId = `reversal:${before.id}${stands ? '' : `:${made?.row.id ?? 'again'}`}`;
  if (!made) {
    const settled = settle(
      { taken, setOff, coveredYen: 0 },
      {
        newOwed: owedAccount(before),
        overpaid: accountOf('overpaid', before),
      },
    );
    await post(tx, [
      postingOf(reversalId, [...opposite, ...settled], { donationId: before.id, at }),
    ]);
    await note(tx, { before, reason, actorUid, at });
    await addDifference(tx, {
      target: before,
      appraisalId,
      postingId: reversalId,
      amountYen: -paidYen,
      at,
    });
    return;
  }
  await storeDonations(tx, [made.row]);
  const earned = earnedOf(made);
  const dueYen = netYenOf(earned);
  const coveredYen = Math.min(paidYen, dueYen);
  const settled = settle(
    { taken, setOff, coveredYen },
    {
      newOwed: owedAccount(earned),
      overpaid: accountOf('overpaid', earned),
    },
  );
  await post(tx, [
    postingOf(reversalId, opposite, { donationId: before.id, at }),
    donationLines(earned, at, settled),
  ]);
  const postingId = `donation:${made.row.id}`;
  const corrected = { reason, corrects: `donation:${before.id}`, actorUid, at };
  await notePostings(tx, [
    { postingId, ...corrected },
    { postingId: reversalId, ...corrected },
  ]);
  await addDifference(tx, {
    target: earned,
    appraisalId,
    postingId,
    amountYen: dueYen - paidYen,
    at,
  });
}

/** What was taken is no longer owed: as far as the next donation covers it it stays paid, the rest was too much. */
const settle = (
  {
    taken,
    setOff,
    coveredYen,
  }: { taken: readonly Amount[]; setOff: readonly Amount[]; coveredYen: number },
  { newOwed, overpaid }: Record<'newOwed' | 'overpaid', string>,
): Amount[] => [
  ...taken.map(({ account, amountYen }) => ({ account, amountYen: -amountYen })),
  { account: newOwed, amountYen: coveredYen },
  ...setOff,
  { account: overpaid, amountYen: sumOf(taken) - coveredYen - sumOf(setOff) },
];

const sumOf = (amounts: readonly Amount[]) =>
  amounts.reduce((sum, { amountYen }) => sum + amountYen, 0);

/** What a donation comes to on each account, its reversals and moves included. */
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

async function note(
  tx: Transaction,
  {
    before,
    reason,
    actorUid,
    at,
  }: Pick<Replacing, 'reason' | 'actorUid' | 'at'> & { before: DonationRow },
): Promise<void> {
  if (before.reversedAt !== null) return;
  const corrects = `donation:${before.id}`;
  await notePostings(tx, [{ postingId: `reversal:${before.id}`, reason, corrects, actorUid, at }]);
}
