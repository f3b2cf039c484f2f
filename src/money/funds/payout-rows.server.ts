import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows, type Key } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { type Payout, type PublicPayout, payoutsPageSize } from './fund.ts';
import { fundPayouts } from './fund-tables.server.ts';
import { payoutStateOf } from './payout-state.ts';

type Source = Database | Transaction;

/**
 * Remittance that finally carries a pay-out: its own item's, or after a return the one that took it again
 * (docs/decisions/0027). The `is null` lets an index of few rows be used.
 */
const carrier = sql`lateral (
  with recursive chain as (
    select i.remittance_id, 1 as nth from owed_items i
    where i.payout_id = ${fundPayouts.id} and i.appraisal_id is null and i.cancelled_at is null
    union all
    select n.remittance_id, c.nth + 1 from chain c
    join remittances r on r.id = c.remittance_id and r.state = 'returned'
    join owed_items n on n.returned_id = r.id and n.cancelled_at is null
  )
  select c.nth, c.remittance_id, r.state, r.received_on::text as received_on, run.number as run_number
  from chain c left join remittances r on r.id = c.remittance_id left join remittance_runs run on run.id = r.run_id
  order by c.nth desc limit 1
) as carrier`;

/** Pay-outs with recipient and remittance; the caller orders and limits. */
export const selectPayouts = (source: Source, condition: SQL | undefined) =>
  source
    .select({
      row: fundPayouts,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
      decidedName: personName(sql`${fundPayouts.decidedBy}`),
      nth: sql<number | null>`carrier.nth`,
      remittanceId: sql<string | null>`carrier.remittance_id`,
      carrierState: sql<string | null>`carrier.state`,
      receivedOn: sql<string | null>`carrier.received_on`,
      runNumber: sql<string | null>`carrier.run_number`,
    })
    .from(fundPayouts)
    .innerJoin(associates, eq(associates.id, fundPayouts.associateId))
    .innerJoin(socialChallenges, eq(socialChallenges.id, fundPayouts.socialChallengeId))
    .leftJoin(carrier, sql`true`)
    .where(condition)
    .$dynamic();
export type PayoutRow = Awaited<ReturnType<typeof selectPayouts>>[number];

/** A pay-out with its sum, which is public only where `readCoveredPayouts` names it. */
export const toPublicPayout = ({
  row,
  associateName,
  ...sent
}: PayoutRow): PublicPayout & { amountYen: number } => ({
  id: row.id,
  decidedOn: row.decidedOn,
  amountYen: row.amountYen,
  associateId: row.associateId,
  associateName,
  reason: row.reason,
  state: payoutStateOf({
    state: sent.carrierState,
    hasComeBack: (sent.nth ?? 1) > 1,
    isWithdrawn: row.withdrawnAt !== null,
  }),
  receivedOn: sent.carrierState === 'confirmed' ? sent.receivedOn : null,
  withdrawalReason: row.withdrawalReason,
});

export function toPayout(found: PayoutRow): Payout {
  const { row, fundName, decidedName, nth, remittanceId, runNumber } = found;
  return {
    ...toPublicPayout(found),
    socialChallengeId: row.socialChallengeId as Payout['socialChallengeId'],
    fundName,
    decidedBy: decidedName,
    decidedAt: toTimestamp(row.createdAt),
    withdrawnAt: row.withdrawnAt && toTimestamp(row.withdrawnAt),
    runNumber: runNumber ?? '',
    mayWithdraw: row.withdrawnAt === null && nth === 1 && remittanceId === null,
    version: row.version,
  };
}

/** Newest first, matching the index. */
export const payoutKeys: readonly Key[] = [
  { by: fundPayouts.createdAt, direction: 'desc', type: 'timestamptz' },
  { by: fundPayouts.id, direction: 'asc', type: 'text' },
];
export const payoutKeyValues = ({ row }: PayoutRow) => [row.createdAt.getTime(), row.id];

export type PayoutSelection = { socialChallengeId?: string | undefined };

export const payoutsOf = ({ socialChallengeId }: PayoutSelection) =>
  socialChallengeId === undefined
    ? undefined
    : eq(fundPayouts.socialChallengeId, socialChallengeId);

/** Pay-outs of all funds, or of one. */
export const payoutList: AuditedList<PayoutSelection, PayoutRow, Payout> = {
  name: 'fund-payouts',
  isPersonal: false,
  subjectType: 'fund-payouts',
  subjectId: ({ socialChallengeId }) => socialChallengeId ?? 'all',
  pageSize: payoutsPageSize,
  keys: () => payoutKeys,
  valuesOf: payoutKeyValues,
  idOf: ({ row }) => row.id,
  read: (db, selection, part) =>
    selectPayouts(db, and(payoutsOf(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, fundPayouts, payoutsOf(selection)),
  toItems: (_db, rows) => rows.map(toPayout),
};
