import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { RemittanceState } from '#money/remittances/run.ts';
import { AccountCode } from './account.ts';

export const ownersPageSize = 50;
export const ledgerLinesPageSize = 50;
/** Shown postings of one application; normally there are a handful. */
export const maxBoxPostings = 50;

/**
 * Opening balance, movements and closing balance in yen; `openingYen` and `balanceYen` have the
 * sign of the account's kind.
 */
const sums = {
  openingYen: z.number(),
  debitYen: z.number(),
  creditYen: z.number(),
  balanceYen: z.number(),
};

export const ChartAccount = z.object({
  code: AccountCode,
  name: z.string(),
  kind: z.enum(['asset', 'liability', 'income', 'expense']),
  /** Kinds of owners with sub-accounts below it. */
  owners: z.array(z.enum(['associate', 'fund'])),
  ...sums,
});
export type ChartAccount = z.infer<typeof ChartAccount>;

/** The chart of accounts for a month, or for all time, without opening balances. */
export const Chart = z.object({
  month: z.nullable(z.string()),
  /** First and last month of the books. */
  firstMonth: z.string(),
  lastMonth: z.string(),
  accounts: z.array(ChartAccount),
  /** Totals over all accounts; equal, since every posting balances. */
  debitYen: z.number(),
  creditYen: z.number(),
  /** Debits less credits of the opening balances; 0. */
  openingDifferenceYen: z.number(),
});
export type Chart = z.infer<typeof Chart>;

/** The sub-account of an organisation or fund. */
export const OwnerSums = z.object({
  /** Id of the organisation or the social challenge. */
  id: z.string(),
  name: z.string(),
  account: z.string(),
  ...sums,
});
export type OwnerSums = z.infer<typeof OwnerSums>;

export const LedgerLine = z.object({
  /** posting/line. */
  id: z.string(),
  postingId: z.string(),
  at: Timestamp,
  account: z.string(),
  accountName: z.string(),
  /** The organisation or fund; '' for accounts without an owner. */
  ownerName: z.string(),
  debitYen: z.number(),
  creditYen: z.number(),
  /** '' without a related application, remittance or run. */
  appraisalId: z.string(),
  remittanceId: z.string(),
  runId: z.string(),
  runNumber: z.string(),
  reason: z.string(),
  /** Who posted it; '' for the service itself. */
  by: z.string(),
});
export type LedgerLine = z.infer<typeof LedgerLine>;

/** A related posting. */
const Related = z.object({ postingId: z.string(), at: Timestamp });

export const Posting = z.object({
  postingId: z.string(),
  at: Timestamp,
  lines: z.array(LedgerLine),
  reason: z.string(),
  by: z.string(),
  corrects: z.nullable(Related),
  correctedBy: z.array(Related),
  appraisalId: z.string(),
  remittanceId: z.string(),
  runId: z.string(),
  runNumber: z.string(),
  /** The fund's pay-out, or the sale of goods; '' for none. */
  payoutId: z.string(),
  saleId: z.string(),
});
export type Posting = z.infer<typeof Posting>;
/** Shown lines of one posting; a larger one is read in the list. */
export const maxPostingLines = 200;

/** Sums of an application in the books: appraisal + bonus = gift, gift − fee − handling = passed on. */
export const BoxBooks = z.object({
  appraisedYen: z.number(),
  bonusYen: z.number(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  passedOnYen: z.number(),
  /** The latest remittance to its organisation; null if there is none. */
  remittance: z.nullable(
    z.object({
      /** '' for remittances older than runs. */
      runId: z.string(),
      runNumber: z.string(),
      state: RemittanceState,
      receivedOn: z.nullable(z.string()),
    }),
  ),
  postings: z.array(z.object({ ...Related.shape, reason: z.string() })),
});
export type BoxBooks = z.infer<typeof BoxBooks>;
