import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { owedAccount } from '#money/ledger/accounts.ts';
import { notePostings, post, postingOf } from '#money/ledger/ledger.server.ts';
import { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { owedItems } from '#money/ledger/owed-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import type { PayoutWithdrawal } from './fund.ts';
import { fundPayouts } from './fund-tables.server.ts';
import { announceFunds, lockFund } from './lock-fund.server.ts';

export const absentPayout = () => notFound('支払い');

/**
 * Withdraws a pay-out not yet in a run, by a counter-entry with a reason; the fund's page shows it as withdrawn.
 * Refuses (Conflict) one in a run, or already withdrawn.
 */
export async function withdrawPayout(
  tx: Transaction,
  operator: Person,
  id: string,
  { reason, version }: PayoutWithdrawal,
  at: Date,
): Promise<void> {
  const [seen] = await tx.select().from(fundPayouts).where(eq(fundPayouts.id, id));
  if (!seen) throw absentPayout();
  await lockFund(tx, seen.socialChallengeId);
  const [payout] = await tx.select().from(fundPayouts).where(eq(fundPayouts.id, id)).for('update');
  if (!payout) throw absentPayout();
  if (payout.version !== version) throw refuse('Conflict', await changedBy(tx, id));
  // Serialises with a run being prepared, which locks the items it takes.
  const [item] = await tx
    .select()
    .from(owedItems)
    .where(and(eq(owedItems.payoutId, id), isNull(owedItems.appraisalId)))
    .for('update');
  if (!item || item.cancelledAt || item.remittanceId !== null) {
    throw refuse(
      'Conflict',
      'この支払いは、すでに送金の準備に入っています。取り消すときは、先に送金から外してください。',
    );
  }
  const postingId = `payout-withdrawn:${id}`;
  const { amountYen, socialChallengeId } = payout;
  const lines = [
    // Where it is owed now: the organisation may have been merged into another.
    {
      account: owedAccount({ associateId: item.associateId, socialChallengeId: null }),
      amountYen,
    },
    {
      account: owedAccount({ associateId: null, socialChallengeId }),
      amountYen: -amountYen,
    },
  ];
  await post(tx, [postingOf(postingId, lines, { at })]);
  const corrects = `payout:${id}`;
  await notePostings(tx, [{ postingId, reason, corrects, actorUid: operator.uid, at }]);
  await tx.update(owedItems).set({ cancelledAt: at }).where(eq(owedItems.id, item.id));
  await tx
    .update(fundPayouts)
    .set({ withdrawnAt: at, withdrawalReason: reason, version: version + 1 })
    .where(eq(fundPayouts.id, id));
  await audit(tx, operator, 'funds.withdraw', ['fund-payout', id], {
    at,
    fund: socialChallengeId,
    yen: amountYen,
  });
  await announceFunds(tx);
}

/** Only a withdrawal changes a pay-out's version. */
async function changedBy(tx: Transaction, id: string): Promise<string> {
  const [note] = await tx
    .select({ name: personName(sql`${postingNotes.actorUid}`), at: postingNotes.at })
    .from(postingNotes)
    .where(eq(postingNotes.postingId, `payout-withdrawn:${id}`));
  return note
    ? `${note.name || '運営の担当者'}さんが${formatDateTime(toTimestamp(note.at))}に、この支払いを取り消しています。`
    : 'この支払いは、ほかの画面で変更されています。画面を読み込み直してください。';
}
