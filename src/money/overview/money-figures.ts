import * as z from 'zod/mini';

export const moneyAssociatesPageSize = 20;
/** Listed funds, fullest first; there are as many as social challenges. */
export const maxFunds = 200;

/** A month of money, in yen: balances at its end and movements within it. */
export const MoneyMonth = z.object({
  /** YYYY-MM in Asia/Tokyo. */
  month: z.string(),
  owedYen: z.number(),
  inTransitYen: z.number(),
  fundYen: z.number(),
  sentYen: z.number(),
  returnedYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
});
export type MoneyMonth = z.infer<typeof MoneyMonth>;

/** The dashboard: current balances, and months of a year or the last twelve months. */
export const MoneyFigures = z.object({
  now: z.object({
    owedYen: z.number(),
    overpaidYen: z.number(),
    inTransitYen: z.number(),
    fundYen: z.number(),
  }),
  /** Years in the books, newest first. */
  years: z.array(z.string()),
  /** null for the last twelve months. */
  year: z.nullable(z.string()),
  months: z.array(MoneyMonth),
  /** Movements in these months. */
  total: z.object({
    sentYen: z.number(),
    returnedYen: z.number(),
    feeYen: z.number(),
    handlingYen: z.number(),
  }),
});
export type MoneyFigures = z.infer<typeof MoneyFigures>;

/** An organisation's money in yen: owed and in transit now, movements this year. */
export const MoneyAssociate = z.object({
  id: z.string(),
  name: z.string(),
  /** Negative if more was sent than was due. */
  owedYen: z.number(),
  inTransitYen: z.number(),
  sentYen: z.number(),
  returnedYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
});
export type MoneyAssociate = z.infer<typeof MoneyAssociate>;

/** A fund's money in yen: its balance now, movements this year. */
export const MoneyFund = z.object({
  id: z.string(),
  name: z.string(),
  balanceYen: z.number(),
  /** Gifts less fee and handling, and pay-outs. */
  receivedYen: z.number(),
  paidOutYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
});
export type MoneyFund = z.infer<typeof MoneyFund>;
