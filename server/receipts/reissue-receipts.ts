import { and, eq, or } from 'drizzle-orm';
import { whyNoReceipt } from '#domain/receipts/receipt.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import { countedGifts, readGifts, sumYen } from './gifts.ts';
import { giftsOn, type Issued, isVoid, readIssued, withinYear } from './issued.ts';
import { lockNumbers, writeReceipt } from './write-receipt.ts';

type DonationRef = { id: string; uid: string; associateId: string; donatedAt: Date };
/** A number that holds no more, and the one in its place; undefined where nothing is left to state. */
export type ReplacedReceipt = { number: string; newNumber: string | undefined };

const yearOf = (donatedAt: Date) => Number(jstDay(donatedAt).slice(0, 4));

/** The receipts that rest on a donation, of itself or of its year, and that no other repeats. */
export async function receiptsOn(
  db: Database | Transaction,
  { id, uid, associateId, donatedAt }: DonationRef,
): Promise<Issued[]> {
  const year = yearOf(donatedAt);
  const ofYear = and(
    eq(receipts.kind, 'year'),
    eq(receipts.associateId, associateId),
    eq(receipts.year, year),
  );
  const issued = await readIssued(
    db,
    and(eq(receipts.uid, uid), or(eq(receipts.donationId, id), ofYear)),
  );
  const latest = issued.filter(({ reissuedAs }) => reissuedAs === null);
  if (latest.length === 0) return [];
  const gifts = await readGifts(db, uid, withinYear({ associateId, year }));
  // One on a donation that was taken back is repeated when the donation is back.
  return latest.filter((one) => one.kind === 'donation' || !isVoid(one, gifts));
}

/**
 * Issues in the place of each of these receipts one that states what stands now; `donationId` is the donation in the
 * place of theirs. What has nothing left to state is void and gets none (docs/decisions/0042).
 */
export async function reissueReceipts(
  tx: Transaction,
  old: readonly Issued[],
  {
    uid,
    associateId,
    donatedAt,
    donationId,
  }: Omit<DonationRef, 'id'> & { donationId: string | null },
  { secret, issuedAt }: { secret: string; issuedAt: Date },
): Promise<ReplacedReceipt[]> {
  if (old.length === 0) return [];
  await lockNumbers(tx, issuedAt);
  const gifts = await readGifts(tx, uid, withinYear({ associateId, year: yearOf(donatedAt) }));
  const replaced: ReplacedReceipt[] = [];
  for (const receipt of old) {
    const stated =
      receipt.kind === 'year'
        ? giftsOn(receipt, gifts)
        : countedGifts(gifts.filter((gift) => gift.donationId === donationId));
    const amountYen = sumYen(stated);
    if (receipt.kind === 'year' && amountYen === receipt.amountYen) continue;
    const { number, kind, year, donorName, donorAddress } = receipt;
    if (stated.length === 0 || stated.some((gift) => whyNoReceipt(gift) !== undefined)) {
      replaced.push({ number, newNumber: undefined });
      continue;
    }
    const issued = await writeReceipt(tx, secret, {
      ...{ kind, uid, associateId, year, amountYen, donorName, donorAddress, issuedAt },
      stated: receipt.stated,
      donationId: kind === 'donation' ? donationId : null,
      reissueOf: number,
    });
    replaced.push({ number, newNumber: issued.number });
  }
  return replaced;
}
