import { jstDay } from '#kit/values/timestamp.ts';
import type { fundPayouts } from '#money/funds/fund-tables.server.ts';
import { owedAccount } from '#money/ledger/accounts.ts';
import { postingOf } from '#money/ledger/ledger.server.ts';
import type { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import type { owedItems } from '#money/ledger/owed-tables.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import type { PlannedItem, PlannedPayout } from './planned.server.ts';

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
