import { and, eq, or } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import { readGifts, sumYen } from './gifts.ts';
import {
  giftsOn,
  type Issued,
  isVoid,
  mayStillBeStated,
  readIssued,
  withinYear,
  yearOf,
} from './issued.ts';
import { lockNumbers, writeReceipt } from './write-receipt.ts';

type DonationRef = { id: string; uid: string; associateId: string; receivedOn: string | null };
/** A number that holds no more, and the one in its place; undefined where nothing is left to state. */
export type ReplacedReceipt = { number: string; newNumber: string | undefined };

/** The receipts that rest on a donation, of itself or of its year, and that no other repeats. */
export async function receiptsOn(
  db: Database | Transaction,
  { id, uid, associateId, receivedOn }: DonationRef,
): Promise<Issued[]> {
  // Nothing rests on what its organisation has not received.
  if (receivedOn === null) return [];
  const year = yearOf(receivedOn);
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
  const gifts = await readGifts(db, { uid }, withinYear({ associateId, year }));
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
    receivedOn,
    donationId,
  }: Omit<DonationRef, 'id'> & { donationId: string | null },
  { secret, issuedAt }: { secret: string; issuedAt: Date },
): Promise<ReplacedReceipt[]> {
  if (old.length === 0 || receivedOn === null) return [];
  await lockNumbers(tx, issuedAt);
  const gifts = await readGifts(tx, { uid }, withinYear({ associateId, year: yearOf(receivedOn) }));
  const replaced: ReplacedReceipt[] = [];
  for (const receipt of old) {
    const stated =
      receipt.kind === 'year'
        ? giftsOn(receipt, gifts)
        : gifts.filter(
            (gift) => gift.donationId === donationId && mayStillBeStated(receipt.stated, gift),
          );
    const amountYen = sumYen(stated);
    if (receipt.kind === 'year' && amountYen === receipt.amountYen) continue;
    const { number, kind, year, donorName, donorAddress } = receipt;
    if (stated.length === 0) {
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
