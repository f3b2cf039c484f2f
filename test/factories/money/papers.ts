import { eq } from 'drizzle-orm';
import { receiptEvents, receiptGifts, receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { numberOf } from '#test/factories/donating.ts';
import { statedBy } from '#test/factories/receipts.ts';

type PaperInput = {
  number: string;
  kind: 'donation' | 'year';
  uid: string | null;
  associateId: string;
  year: number;
  donorName: string;
  /** YYYY-MM-DD. */
  issuedOn: string;
  /** `n` is the number of the application, as in `insertDonation`. */
  gifts: { n: number; yen: number; receivedOn: string }[];
};

const noonOf = (day: string) => new Date(`${day}T12:00:00+09:00`);

/** Inserts a valid paper with its gifts. */
export async function insertPaper(db: Database, input: PaperInput): Promise<void> {
  const { gifts, issuedOn, ...paper } = input;
  const { number } = paper;
  await db.insert(receipts).values({
    ...paper,
    donorAddress: '〒100-0001 東京都見本町1-1',
    amountYen: gifts.reduce((sum, { yen }) => sum + yen, 0),
    stated: statedBy('あおぞらの会'),
    verifyCodeHash: `hash of ${number}`,
    issuedAt: noonOf(issuedOn),
  });
  await db.insert(receiptGifts).values(
    gifts.map(({ n, yen, receivedOn }, index) => ({
      ...{ receiptNumber: number, line: index + 1, appraisalId: numberOf(n) },
      ...{ donationId: `donation ${n}`, receivedOn, amountYen: yen, stands: true },
    })),
  );
  await db
    .insert(receiptEvents)
    .values({ receiptNumber: number, kind: 'issued', at: noonOf(issuedOn) });
}

/** Ends a paper; `replacedBy` is inserted with the gifts that it takes over. */
export async function endPaper(
  db: Database,
  number: string,
  { on, reason, replacedBy }: { on: string; reason: string; replacedBy?: PaperInput },
): Promise<void> {
  await db
    .update(receiptGifts)
    .set({ stands: false })
    .where(eq(receiptGifts.receiptNumber, number));
  if (replacedBy) await insertPaper(db, replacedBy);
  await db.insert(receiptEvents).values({
    ...{ receiptNumber: number, reason, at: noonOf(on) },
    ...(replacedBy ? { kind: 'replaced', replacedBy: replacedBy.number } : { kind: 'voided' }),
  });
}
