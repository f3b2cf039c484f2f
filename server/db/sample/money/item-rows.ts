import { owedAccount } from '#domain/ledger/accounts.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import { sampleUids } from '#server/db/sample/sign-ins.ts';
import type { postingNotes } from '#server/db/schema/ledger.ts';
import type { fundPayouts } from '#server/db/schema/money/funds.ts';
import type { owedItems } from '#server/db/schema/money/owed.ts';
import { postingOf } from '#server/ledger/ledger.ts';
import type { PlannedItem, PlannedPayout } from './planned.ts';

type OwedRow = typeof owedItems.$inferInsert;

/** Open items other than gifts: a fund's pay-out, a correction, a returned transfer. */
export const itemRow = (item: PlannedItem): OwedRow => ({
  associateId: item.organisation.id,
  kind: item.kind,
  amountYen: item.amountYen,
  overpaidYen: Math.max(0, -item.amountYen),
  day: jstDay(item.at),
  postingId: item.postingId,
  appraisalId: item.appraisalId ?? null,
  payoutId: item.payout?.id ?? null,
  returnedId: item.returned?.id ?? null,
  remittanceId: item.remittance?.id ?? null,
  at: item.at,
});

export const payoutRow = (payout: PlannedPayout): typeof fundPayouts.$inferInsert => ({
  id: payout.id,
  socialChallengeId: payout.fund,
  associateId: payout.item.organisation.id,
  amountYen: payout.amountYen,
  coveredYen: payout.coveredYen,
  reason: payout.reason,
  decidedOn: jstDay(payout.decidedAt),
  decidedBy: sampleUids.owner,
  createdAt: payout.decidedAt,
});

export const payoutPosting = ({ fund, amountYen, decidedAt, item }: PlannedPayout) =>
  postingOf(
    item.postingId,
    [
      { account: owedAccount({ associateId: null, socialChallengeId: fund }), amountYen },
      {
        account: owedAccount({ associateId: item.organisation.id, socialChallengeId: null }),
        amountYen: -amountYen,
      },
    ],
    { donationId: null, remittanceId: null, at: decidedAt },
  );

export const payoutNote = ({
  item,
  reason,
  decidedAt,
}: PlannedPayout): typeof postingNotes.$inferInsert => ({
  postingId: item.postingId,
  reason,
  corrects: null,
  actorUid: sampleUids.owner,
  at: decidedAt,
});
