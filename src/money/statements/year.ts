import * as z from 'zod/mini';
import { Period } from './period.ts';
import { ReturnedTransfer, type StatementLine } from './statement.ts';

/** Returned transfers listed per year; `returnCount` has their number. */
export const maxListedReturns = 20;

/**
 * Totals of an organisation's calendar or fiscal year, in yen. Gifts are those received in the year
 * in their current state, as on receipts. gifts − fee − handling + corrections + pay-outs +
 * unbooked older ones = what arrived.
 */
export const StatementYear = z.object({
  period: Period,
  /** Remittances that arrived, and statements whose money did not. */
  remittances: z.number(),
  voids: z.number(),
  giftCount: z.number(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  /**
   * For this year's gifts: paid in this year beyond what is due now, negative if less. Later
   * remittances settle it.
   */
  unsettledYen: z.number(),
  /** Paid or offset in this year for gifts of other years and for reversed ones. */
  settledYen: z.number(),
  /** Pay-outs from funds (助成). */
  payoutYen: z.number(),
  /** Remittances from before gifts were booked one by one. */
  beforeYen: z.number(),
  /** Sum of the remittances that arrived. */
  amountYen: z.number(),
  /** Fee and handling as charged on the year's statements, and the included tax, rounded per statement. */
  chargedYen: z.number(),
  taxYen: z.number(),
  returnCount: z.number(),
  /** Transfers returned or paid again in the year, newest first. */
  returns: z.array(ReturnedTransfer),
});
export type StatementYear = z.infer<typeof StatementYear>;

/** Costs that the organisation bears. */
export const costYenOf = ({ feeYen, handlingYen }: Pick<StatementYear, 'feeYen' | 'handlingYen'>) =>
  feeYen + handlingYen;

/** Lines of a year; they add up to what arrived. */
export const yearLinesOf = (year: StatementYear): StatementLine[] =>
  (
    [
      ['寄付額', year.giftYen, year.giftCount],
      ['団体が負担する費用', withoutNegativeZero(-costYenOf(year))],
      ['この年の寄付の訂正のうち、まだ精算していない額', year.unsettledYen],
      ['ほかの年の寄付と、取り消された寄付の精算', year.settledYen],
      ['基金からの助成', year.payoutYen],
      ['一件ずつの記録がない以前の送金', year.beforeYen],
    ] satisfies StatementLine[]
  ).filter(([, yen], index) => index < 2 || yen !== 0);

const withoutNegativeZero = (yen: number) => (yen === 0 ? 0 : yen);

/** A line of a year's file: a received gift, a pay-out, or a settled correction. */
export const StatementYearItem = z.object({
  kind: z.enum(['gift', 'payout', 'settlement', 'before']),
  day: z.string(),
  /** Statement of its arrival; '' if none. */
  number: z.string(),
  giftNumber: z.string(),
  about: z.string(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  amountYen: z.number(),
});
export type StatementYearItem = z.infer<typeof StatementYearItem>;
export const yearItemLabels: Record<StatementYearItem['kind'], string> = {
  gift: '寄付',
  payout: '基金からの助成',
  settlement: '訂正の精算',
  before: '以前の送金',
};
