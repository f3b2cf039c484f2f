import { asc, eq, isNull } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';

/** Condition for sales that were not reversed. */
export const standingSales = isNull(goodsSales.reversedAt);

/** A sale of a gift's goods, as its donor may read it: without the operator's note. */
export type GiftSale = {
  /** YYYY-MM-DD. */
  soldOn: string;
  amountYen: number;
  isLast: boolean;
  place: string;
  itemPosition: number | null;
  createdAt: Date;
  reversedAt: Date | null;
};

/** All sales of an application's goods, reversed ones included, oldest first. */
export const salesOfGift = (db: Database | Transaction, appraisalId: string): Promise<GiftSale[]> =>
  db
    .select({
      soldOn: goodsSales.soldOn,
      amountYen: goodsSales.amountYen,
      isLast: goodsSales.isLast,
      place: goodsSales.place,
      itemPosition: goodsSales.itemPosition,
      createdAt: goodsSales.createdAt,
      reversedAt: goodsSales.reversedAt,
    })
    .from(goodsSales)
    .where(eq(goodsSales.appraisalId, appraisalId))
    .orderBy(asc(goodsSales.soldOn), asc(goodsSales.createdAt), asc(goodsSales.id));
