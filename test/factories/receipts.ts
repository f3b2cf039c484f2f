import { inArray, isNotNull, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { ReceiptDonor } from '#giving/receipts/receipt.ts';
import {
  receiptEvents,
  receiptGifts,
  receipts,
  type Stated,
} from '#giving/receipts/receipt-tables.server.ts';
import type { Database } from '#kit/db/database.server.ts';
import { associateCertifications } from '#organisations/associates/associate-tables.server.ts';
import { appraisals, resultBatches } from '#warehouse/results/result-tables.server.ts';
import { application, numberOf } from './donating.ts';

type DonationInput = {
  n: number;
  uid: string;
  yen: number;
  /** YYYY-MM-DD. */
  on: string;
  /** Day on which its organisation received it, by default the gift's; null while it waits. */
  receivedOn?: string | null;
  /** Whether a receipt was asked for when applying; true by default. */
  isWished?: boolean;
  associateId?: string;
  isReversed?: boolean;
  applicant?: Partial<typeof applications.$inferInsert>;
};

/** Inserts a donation by the n-th application, to the organisation `ao` or, with associateId '', to a fund. */
export async function insertDonation(db: Database, given: DonationInput): Promise<string> {
  const { n, uid, yen, on, associateId = 'ao', isReversed = false, applicant } = given;
  const { receivedOn = on, isWished = true } = given;
  const donatedAt = new Date(`${on}T12:00:00+09:00`);
  const appraisalId = numberOf(n);
  const isFund = associateId === '';
  const target = { associateId: isFund ? null : associateId };
  await db.insert(applications).values({
    ...application(n, { uid, state: 'donated', ...(isFund && { kind: 'fund' }) }),
    ...target,
    ...applicant,
  });
  const batch = {
    uploadedBy: 'operator',
    fileName: '査定結果.csv',
    fileHash: appraisalId,
    encoding: 'UTF-8',
    rowCount: 1,
    acceptedCount: 1,
    donationYen: yen,
    createdAt: donatedAt,
  };
  await db.insert(resultBatches).values({ ...batch, id: `batch ${n}` });
  const reversedAt = isReversed ? donatedAt : null;
  await db.insert(appraisals).values({
    id: `result ${n}`,
    appraisalId,
    batchId: `batch ${n}`,
    rowNumber: 2,
    rowHash: appraisalId,
    receivedOn: on,
    appraisedOn: on,
    itemCount: 1,
    pricedCount: 1,
    appraisedYen: yen,
    bonusYen: 0,
    donationYen: yen,
    outcome: 'completed',
    stateBefore: 'goods-received',
    createdAt: donatedAt,
    reversedAt,
  });
  await db.insert(donations).values({
    id: `donation ${n}`,
    appraisalId,
    appraisalRowId: `result ${n}`,
    uid,
    ...target,
    socialChallengeId: isFund ? 'animal' : null,
    amountYen: yen,
    needReceipt: isWished,
    donatedAt,
    receivedOn: isFund ? null : receivedOn,
    reversedAt,
  });
  return appraisalId;
}

/** Marks all donations to organisations as received on a day, or by default on the day of each gift. */
export const receivedWhenGiven = (db: Database, on?: string) =>
  db
    .update(donations)
    .set({ receivedOn: on ?? sql`(${donations.donatedAt} at time zone 'Asia/Tokyo')::date` })
    .where(isNotNull(donations.associateId));

/** Organisation's part of a receipt, for tests that do not read it. */
export const statedBy = (name: string): Stated => ({
  way: 'goods',
  name,
  address: '東京都見本町',
  representative: '見本太郎',
  classification: 'approved-npo',
  certifications: [],
});

/** Inserts a certification of an organisation with its first and last day, YYYY-MM-DD. */
export const certify = (
  db: Database,
  associateId: string,
  certifiedOn: string,
  expiresOn: string,
) =>
  db.insert(associateCertifications).values({
    associateId,
    number: `認定第${associateId}号`,
    authority: '東京都知事',
    certifiedOn,
    expiresOn,
  });

/** A donor's name and address for a receipt. */
export const receiptDonor: ReceiptDonor = {
  lastName: '髙橋',
  firstName: '花子',
  address: {
    ...{ zipcode: '1000001', prefecture: '東京都', line1: '見本町', line2: '1-2', building: '' },
  },
};

type PaperInput = Partial<typeof receipts.$inferInsert> & {
  number: string;
  /** Donations on the receipt. */
  lines?: (typeof receiptGifts.$inferInsert)['donationId'][];
  /** Whether it counts as the gifts' paper, if several are valid. */
  stands?: boolean;
};

/** Inserts a valid receipt with its gifts, as an earlier version would have issued it. */
export async function insertPaper(db: Database, given: PaperInput): Promise<void> {
  const { lines = [], stands = true, ...paper } = given;
  const issuedAt = paper.issuedAt ?? new Date('2026-11-02T09:00:00+09:00');
  await db.insert(receipts).values({
    ...{ kind: 'donation', associateId: 'ao', year: 2026, amountYen: 800 },
    ...{ donorName: '髙橋 花子', donorAddress: '東京都', stated: statedBy('見本の会') },
    ...{ verifyCodeHash: `hash of ${paper.number}`, issuedAt },
    ...paper,
  });
  const gifts = await db.select().from(donations).where(inArray(donations.id, lines));
  for (const [index, gift] of gifts.entries()) {
    await db.insert(receiptGifts).values({
      ...{ receiptNumber: paper.number, line: index + 1, donationId: gift.id, stands },
      ...{ appraisalId: gift.appraisalId, amountYen: gift.amountYen },
      receivedOn: gift.receivedOn ?? '2026-11-01',
    });
  }
  await db
    .insert(receiptEvents)
    .values({ receiptNumber: paper.number, kind: 'issued', at: issuedAt });
}
