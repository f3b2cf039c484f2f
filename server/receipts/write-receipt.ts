import { desc, eq, like, sql } from 'drizzle-orm';
import type { Receipt } from '#domain/receipts/receipt.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import { readIssued, toReceipt } from './issued.ts';
import { hashOfCode, verifyCodeOf } from './verify-code.ts';

/** The lock under which numbers are given; the year of issue is its second part. */
const numberLock = 7_461_002;

type Row = Omit<typeof receipts.$inferInsert, 'number' | 'verifyCodeHash' | 'sealedVerifyCode'>;

/** Nobody else gives a number of this year until the transaction ends. */
export async function lockNumbers(tx: Transaction, issuedAt: Date): Promise<void> {
  const year = Number(jstDay(issuedAt).slice(0, 4));
  await tx.execute(sql`select pg_advisory_xact_lock(${numberLock}::int, ${year}::int)`);
}

/** Writes a receipt with the year's next number: without gaps, since the lock ends with the write. */
export async function writeReceipt(tx: Transaction, secret: string, row: Row): Promise<Receipt> {
  const year = jstDay(row.issuedAt).slice(0, 4);
  const [last] = await tx
    .select({ number: receipts.number })
    .from(receipts)
    .where(like(receipts.number, `${year}-______`))
    .orderBy(desc(receipts.number))
    .limit(1);
  const count = Number(last?.number.slice(5) ?? '0') + 1;
  const number = `${year}-${String(count).padStart(6, '0')}`;
  const verifyCodeHash = hashOfCode(number, verifyCodeOf(number, secret));
  await tx.insert(receipts).values({ ...row, number, verifyCodeHash });
  const [issued] = await readIssued(tx, eq(receipts.number, number));
  if (!issued) throw new Error('the receipt just written is gone');
  return toReceipt(issued, false);
}
