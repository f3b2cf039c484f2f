import { and, desc, eq, gte, lte, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { classificationIds, classifications } from '#domain/associates/classification.ts';
import { certificationOn, type Receipt, type ReceiptKind } from '#domain/receipts/receipt.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { donations } from '#server/db/schema/donations.ts';
import { receipts, type Stated } from '#server/db/schema/receipts.ts';
import { certificationOf, type Gift, mayBeStated, readGifts, sumYen } from './gifts.ts';

/** A receipt as it was issued, with what only the paper says. */
export type Issued = {
  number: string;
  kind: ReceiptKind;
  uid: string | null;
  associateId: string;
  donationId: string | null;
  appraisalId: string;
  year: number;
  amountYen: number;
  donorName: string;
  donorAddress: string;
  stated: Stated;
  verifyCodeHash: string;
  sealedVerifyCode: string | null;
  issuedAt: Date;
  reissueOf: string | null;
  reissuedAs: string | null;
  /** Its donation, where that one stands and is with the organisation. */
  standing: { amountYen: number; receivedOn: string } | undefined;
};

const repeats = alias(receipts, 'repeats');

/** Receipts that `which` says, newest first. */
export async function readIssued(db: Database | Transaction, which: SQL | undefined) {
  const rows = await db
    .select({ receipt: receipts, donation: donations, repeats })
    .from(receipts)
    .leftJoin(donations, eq(donations.id, receipts.donationId))
    .leftJoin(repeats, eq(repeats.reissueOf, receipts.number))
    .where(which)
    .orderBy(desc(receipts.issuedAt), desc(receipts.number));
  return rows.map(
    ({ receipt, donation, repeats: repeated }): Issued => ({
      number: receipt.number,
      kind: receipt.kind as ReceiptKind,
      uid: receipt.uid,
      associateId: receipt.associateId,
      donationId: receipt.donationId,
      appraisalId: donation?.appraisalId ?? '',
      year: receipt.year,
      amountYen: receipt.amountYen,
      donorName: receipt.donorName,
      donorAddress: receipt.donorAddress,
      stated: receipt.stated,
      verifyCodeHash: receipt.verifyCodeHash,
      sealedVerifyCode: receipt.sealedVerifyCode,
      issuedAt: receipt.issuedAt,
      reissueOf: receipt.reissueOf,
      reissuedAs: repeated?.number ?? null,
      standing:
        donation?.reversedAt === null && donation.receivedOn !== null
          ? { amountYen: donation.amountYen, receivedOn: donation.receivedOn }
          : undefined,
    }),
  );
}

/** The year for which what was received on a day YYYY-MM-DD counts. */
export const yearOf = (receivedOn: string): number => Number(receivedOn.slice(0, 4));

/** Donations that an organisation received within a year. */
export const withinYear = ({ associateId, year }: { associateId: string; year: number }) =>
  and(
    eq(donations.associateId, associateId),
    gte(donations.receivedOn, `${year}-01-01`),
    lte(donations.receivedOn, `${year}-12-31`),
  );

/** Whether a paper names by itself what the organisation was deductible by on the day on which it received a gift. */
function isCertifiedBy({ classification, certifications }: Stated, gift: Gift): boolean {
  const { receivedOn, amountYen } = gift;
  if (receivedOn === undefined || amountYen <= 0) return false;
  return (
    certificationOn(certifications, receivedOn) !== undefined ||
    deductibleByStatus.has(classification)
  );
}
const deductibleByStatus: ReadonlySet<string> = new Set(
  classificationIds.filter((id) => {
    const { deductible, needsCertification } = classifications[id];
    return deductible && !needsCertification;
  }),
);

/** Whether a paper may go on stating a gift: a certification that was withdrawn since takes nothing from it. */
export const mayStillBeStated = (stated: Stated, gift: Gift): boolean =>
  mayBeStated(gift) || isCertifiedBy(stated, gift);

/** The donations that a receipt states, of all those of its donor; agreements and records of since take nothing from it. */
export function giftsOn(receipt: Issued, gifts: readonly Gift[]): Gift[] {
  if (receipt.kind === 'donation') {
    return gifts.filter(({ donationId }) => donationId === receipt.donationId);
  }
  const { associateId, year, stated } = receipt;
  const counted = gifts.filter(
    (gift) =>
      gift.associateId === associateId &&
      gift.year === year &&
      mayStillBeStated(stated, gift) &&
      (gift.isWished || !stated.isWishedOnly),
  );
  if (stated.way === 'goods') return counted;
  // Papers of before left out what was given to anybody without a certification.
  return counted.filter(
    (gift) =>
      certificationOf(gift) ?? certificationOn(stated.certifications, gift.receivedOn ?? ''),
  );
}

/** Whether the donations are no longer what the paper states: one was taken back, came back or was added. */
export function isVoid(receipt: Issued, gifts: readonly Gift[]): boolean {
  const { kind, standing, amountYen, year, stated } = receipt;
  if (kind === 'year') return sumYen(giftsOn(receipt, gifts)) !== amountYen;
  if (!standing || standing.amountYen !== amountYen) return true;
  const { receivedOn } = standing;
  return yearOf(receivedOn) !== year || receivedOn !== (stated.receivedOn ?? receivedOn);
}

/** The same for a receipt that anybody shows. An erased donor's year can no longer be added up. */
export async function isVoidNow(db: Database | Transaction, receipt: Issued): Promise<boolean> {
  if (receipt.kind === 'donation') return isVoid(receipt, []);
  if (receipt.uid === null) return false;
  return isVoid(receipt, await readGifts(db, { uid: receipt.uid }, withinYear(receipt)));
}

/** What its donor is told of a receipt. */
export const toReceipt = (issued: Issued, voided: boolean): Receipt => ({
  number: issued.number,
  kind: issued.kind,
  associateId: issued.associateId,
  associateName: issued.stated.name,
  appraisalId: issued.appraisalId,
  year: issued.year,
  amountYen: issued.amountYen,
  issuedAt: toTimestamp(issued.issuedAt),
  reissueOf: issued.reissueOf ?? '',
  reissuedAs: issued.reissuedAs ?? '',
  isVoid: voided,
});
