import * as z from 'zod/mini';

/** The flow of the published yen: given, to which targets, and how far it has come. */
export const MoneyWay = z.object({
  givenYen: z.number(),
  gifts: z.number(),
  /** To organisations: arrived, on its way, and their cost. */
  toAssociates: z.object({ arrivedYen: z.number(), waitingYen: z.number(), costYen: z.number() }),
  /** To funds: paid out to organisations, left, and their cost. */
  toFunds: z.object({ paidOutYen: z.number(), leftYen: z.number(), costYen: z.number() }),
  /** In the total, and not yet in the sum of an organisation or a fund. */
  restYen: z.number(),
});
export type MoneyWay = z.infer<typeof MoneyWay>;
