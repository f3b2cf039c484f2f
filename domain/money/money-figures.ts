import * as z from 'zod/mini';

export const moneyAssociatesPageSize = 20;
/** So many funds are told of, the fullest first; there are as many as social challenges. */
export const mostFunds = 200;

/** A month of the money: what stood at its end, and what moved in it. Yen. */
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

/** The dashboard: now, and by month of a year or of the last twelve months. */
export const MoneyFigures = z.object({
  now: z.object({
    owedYen: z.number(),
    overpaidYen: z.number(),
    inTransitYen: z.number(),
    fundYen: z.number(),
  }),
  /** The years that the books have, the newest first. */
  years: z.array(z.string()),
  /** null for the last twelve months. */
  year: z.nullable(z.string()),
  months: z.array(MoneyMonth),
  /** What moved in these months. */
  total: z.object({
    sentYen: z.number(),
    returnedYen: z.number(),
    feeYen: z.number(),
    handlingYen: z.number(),
  }),
});
export type MoneyFigures = z.infer<typeof MoneyFigures>;

/** An organisation's money: what is owed and under way now, and what moved this year. Yen. */
export const MoneyAssociate = z.object({
  id: z.string(),
  name: z.string(),
  /** Negative where more was sent than was due. */
  owedYen: z.number(),
  inTransitYen: z.number(),
  sentYen: z.number(),
  returnedYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
});
export type MoneyAssociate = z.infer<typeof MoneyAssociate>;

/** A fund's money: what is in it now, and what moved this year. Yen. */
export const MoneyFund = z.object({
  id: z.string(),
  name: z.string(),
  balanceYen: z.number(),
  /** What came into it, fee and handling taken off, and what was paid out of it. */
  receivedYen: z.number(),
  paidOutYen: z.number(),
  feeYen: z.number(),
  handlingYen: z.number(),
});
export type MoneyFund = z.infer<typeof MoneyFund>;
