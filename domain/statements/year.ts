import * as z from 'zod/mini';
import { Period } from './period.ts';
import { ReturnedTransfer, type StatementLine } from './statement.ts';

/** Returned transfers that a year names; their number is told as well. */
export const mostReturns = 20;

/**
 * A year of an organisation, calendar or fiscal, in yen. Gifts are those that it received in the year, as they stand now: the
 * same that receipts certify. gifts − fee − handling + corrections + grants + of before = what arrived.
 */
export const StatementYear = z.object({
  period: Period,
  /** Remittances that arrived, and statements of others that did not. */
  remittances: z.number(),
  voids: z.number(),
  giftCount: z.number(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  /** Of gifts of this year: paid in it beyond what is due now; below 0 where less was. Later remittances settle it. */
  unsettledYen: z.number(),
  /** Paid or set off in this year for gifts of other years, and for those that were taken back. */
  settledYen: z.number(),
  /** Grants of funds (助成). */
  payoutYen: z.number(),
  /** Remittances of before single gifts were booked. */
  beforeYen: z.number(),
  /** What arrived: the sum of the remittances. */
  amountYen: z.number(),
  /** Fee and handling as the statements of the year charge them, and the tax in them, each rounded by itself. */
  chargedYen: z.number(),
  taxYen: z.number(),
  returnCount: z.number(),
  /** Those that came back or were paid again in the year, the newest first. */
  returns: z.array(ReturnedTransfer),
});
export type StatementYear = z.infer<typeof StatementYear>;

/** What the organisation bears of its gifts. */
export const costYenOf = ({ feeYen, handlingYen }: Pick<StatementYear, 'feeYen' | 'handlingYen'>) =>
  feeYen + handlingYen;

/** The lines of a year as they are added up: together they are what arrived. */
export const yearLinesOf = (year: StatementYear): StatementLine[] =>
  (
    [
      ['寄付額', year.giftYen, year.giftCount],
      ['団体が負担する費用', zeroOr(-costYenOf(year))],
      ['この年の寄付の訂正のうち、まだ精算していない額', year.unsettledYen],
      ['ほかの年の寄付と、取り消された寄付の精算', year.settledYen],
      ['基金からの助成', year.payoutYen],
      ['一件ずつの記録がない以前の送金', year.beforeYen],
    ] satisfies StatementLine[]
  ).filter(([, yen], index) => index < 2 || yen !== 0);

const zeroOr = (yen: number) => (yen === 0 ? 0 : yen);

/** One line of a year's file: a gift received in it, a grant, or what was settled of a correction. */
export const StatementYearItem = z.object({
  kind: z.enum(['gift', 'payout', 'settlement', 'before']),
  day: z.string(),
  /** Statement by which it arrived; '' if none. */
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
