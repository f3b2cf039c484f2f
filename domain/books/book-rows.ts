import * as z from 'zod/mini';
import { RemittanceState } from '#domain/remittances/run.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { AccountCode } from './account.ts';

export const ownersPageSize = 50;
export const ledgerLinesPageSize = 50;
/** So many postings of one application are shown; there are a handful. */
export const mostBoxPostings = 50;

/** What an account had before, what moved, and what stands on it; yen, `openingYen` and `balanceYen` as its kind counts. */
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
  /** Whose accounts are below it. */
  owners: z.array(z.enum(['associate', 'fund'])),
  ...sums,
});
export type ChartAccount = z.infer<typeof ChartAccount>;

/** The chart of accounts for a month, or for all time: then nothing stands before. */
export const Chart = z.object({
  month: z.nullable(z.string()),
  /** The months that the books have, the first and the last. */
  firstMonth: z.string(),
  lastMonth: z.string(),
  accounts: z.array(ChartAccount),
  /** Over all accounts: equal, as every posting balances. */
  debitYen: z.number(),
  creditYen: z.number(),
  /** Of what stood before: debits less credits, 0. */
  openingDifferenceYen: z.number(),
});
export type Chart = z.infer<typeof Chart>;

/** The account of an organisation or fund below one of the chart. */
export const OwnerSums = z.object({
  /** Of the organisation, or of the social challenge. */
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
  /** The organisation or fund; '' for nobody's. */
  ownerName: z.string(),
  debitYen: z.number(),
  creditYen: z.number(),
  /** '' where no application, remittance or run is behind it. */
  appraisalId: z.string(),
  remittanceId: z.string(),
  runId: z.string(),
  runNumber: z.string(),
  reason: z.string(),
  /** Who posted it; '' where the service did by itself. */
  by: z.string(),
});
export type LedgerLine = z.infer<typeof LedgerLine>;

/** Another posting that belongs to this one. */
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
  /** The fund's pay-out, the sale of goods; '' for none. */
  payoutId: z.string(),
  saleId: z.string(),
});
export type Posting = z.infer<typeof Posting>;
/** Lines of one posting that are shown; a larger one is read in the list. */
export const mostPostingLines = 200;

/** What an application came to in the books: appraisal + bonus = gift, gift − fee − handling = what is passed on. */
export const BoxBooks = z.object({
  appraisedYen: z.number(),
  bonusYen: z.number(),
  giftYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
  passedOnYen: z.number(),
  /** What takes it to its organisation, the newest of them; null while nothing does. */
  remittance: z.nullable(
    z.object({
      /** '' of those of before runs. */
      runId: z.string(),
      runNumber: z.string(),
      state: RemittanceState,
      receivedOn: z.nullable(z.string()),
    }),
  ),
  postings: z.array(z.object({ ...Related.shape, reason: z.string() })),
});
export type BoxBooks = z.infer<typeof BoxBooks>;
