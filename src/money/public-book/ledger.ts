import * as z from 'zod/mini';

/** Rows per page. */
export const ledgerPageSize = 30;

/** A transfer to an organisation or a fund's pay-out, as the public book has it; days are YYYY-MM-DD, sums in yen. */
export const LedgerRow = z.object({
  /** Of the remittance, or of the pay-out. */
  id: z.string(),
  kind: z.enum(['transfer', 'payout']),
  state: z.enum(['decided', 'sent', 'arrived', 'returned', 'withdrawn']),
  associateId: z.string(),
  associateName: z.string(),
  /** Of the fund that pays out. */
  socialChallengeId: z.nullable(z.string()),
  fundName: z.string(),
  decidedOn: z.string(),
  sentOn: z.nullable(z.string()),
  receivedOn: z.nullable(z.string()),
  returnedOn: z.nullable(z.string()),
  /** Day on which the organisation itself confirmed it. */
  confirmedOn: z.nullable(z.string()),
  gifts: z.number(),
  /** Gifts in the published sums, with those of earlier transfers that these complete. */
  shownGifts: z.number(),
  givenYen: z.nullable(z.number()),
  costYen: z.nullable(z.number()),
  /** Null before the arrival and while withheld. */
  arrivedYen: z.nullable(z.number()),
  /** Of a pay-out. */
  reason: z.string(),
});
export type LedgerRow = z.infer<typeof LedgerRow>;

/** Transfers decided in a month, with their published sums. */
export const LedgerMonth = z.object({
  month: z.string(),
  transfers: z.number(),
  gifts: z.number(),
  givenYen: z.nullable(z.number()),
  costYen: z.nullable(z.number()),
  arrivedYen: z.nullable(z.number()),
});
export type LedgerMonth = z.infer<typeof LedgerMonth>;
