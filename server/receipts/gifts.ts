import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Classification } from '#domain/associates/classification.ts';
import { certificationOn, type ReceiptGrounds, whyNoReceipt } from '#domain/receipts/receipt.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import { associateCertifications, associates } from '#server/db/schema/associates.ts';
import { socialChallenges } from '#server/db/schema/challenges.ts';
import { donations } from '#server/db/schema/donations.ts';

type Certification = { id: number; certifiedOn: string; expiresOn: string; hasTaxCredit: boolean };

/** A donation that stands, with all that decides on its receipt and what the paper says of its donor. */
export type Gift = ReceiptGrounds & {
  donationId: string;
  appraisalId: string;
  associateId: string;
  associateName: string;
  associate: { classification: Classification; certifications: Certification[] } | undefined;
  donatedAt: Date;
  year: number;
  donorName: string;
  donorAddress: string;
};

/** The standing donations of a person, oldest first; only those that `which` says, if it is given. */
export async function readGifts(
  db: Database | Transaction,
  uid: string,
  which?: SQL,
): Promise<Gift[]> {
  const rows = await db
    .select({
      donationId: donations.id,
      appraisalId: donations.appraisalId,
      amountYen: donations.amountYen,
      donatedAt: donations.donatedAt,
      associateId: donations.associateId,
      associateName: associates.name,
      classification: associates.classification,
      fundName: socialChallenges.fundName,
      lastName: applications.lastName,
      firstName: applications.firstName,
      zipcode: applications.zipcode,
      prefecture: applications.prefecture,
      line1: applications.line1,
      line2: applications.line2,
      building: applications.building,
    })
    .from(donations)
    .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
    .leftJoin(associates, eq(associates.id, donations.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, donations.socialChallengeId))
    .where(and(eq(donations.uid, uid), isNull(donations.reversedAt), which))
    .orderBy(asc(donations.donatedAt), asc(donations.appraisalId));
  const certifications = await readCertifications(db, [
    ...new Set(rows.flatMap(({ associateId }) => associateId ?? [])),
  ]);
  return rows.map((row) => {
    const donatedOn = jstDay(row.donatedAt);
    const { zipcode, prefecture, line1, line2, building } = row;
    return {
      donationId: row.donationId,
      appraisalId: row.appraisalId,
      amountYen: row.amountYen,
      donatedAt: row.donatedAt,
      donatedOn,
      year: Number(donatedOn.slice(0, 4)),
      associateId: row.associateId ?? '',
      associateName: row.associateName ?? row.fundName ?? '',
      associate: row.associateId
        ? {
            classification: row.classification as Classification,
            certifications: certifications.get(row.associateId) ?? [],
          }
        : undefined,
      donorName: `${row.lastName} ${row.firstName}`.trim(),
      donorAddress: [
        `〒${zipcode.slice(0, 3)}-${zipcode.slice(3)}`,
        `${prefecture}${line1}${line2}`,
        building,
      ]
        .filter((part) => part !== '')
        .join(' '),
    };
  });
}

async function readCertifications(
  db: Database | Transaction,
  associateIds: readonly string[],
): Promise<Map<string, Certification[]>> {
  const byAssociate = new Map<string, Certification[]>();
  if (associateIds.length === 0) return byAssociate;
  const rows = await db
    .select()
    .from(associateCertifications)
    .where(inArray(associateCertifications.associateId, [...associateIds]));
  for (const { associateId, id, certifiedOn, expiresOn, hasTaxCredit } of rows) {
    const one = { id, certifiedOn, expiresOn, hasTaxCredit };
    byAssociate.set(associateId, [...(byAssociate.get(associateId) ?? []), one]);
  }
  return byAssociate;
}

/** What one paper would state; or why there is none. */
export type Paper =
  | { reason: string }
  | {
      reason: undefined;
      amountYen: number;
      donorName: string;
      donorAddress: string;
      certificationId: number;
    };

/** Whether a gift was one that can be deducted when it was made: such ones make up a year's sum. */
const counts = (gift: Gift) => whyNoReceipt(gift, gift.donatedOn) === undefined;

/** The gifts that a year's paper states. */
export const countedGifts = (gifts: readonly Gift[]): Gift[] => gifts.filter(counts);

export const sumYen = (gifts: readonly Gift[]): number =>
  gifts.reduce((sum, { amountYen }) => sum + amountYen, 0);

/** The paper on one donation, as it would be issued `today`. */
export function paperOnDonation(gift: Gift, today: string): Paper {
  return paperOn([gift], gift, today);
}

/** The paper on a year's donations to one organisation; only a year that is over has its sum. */
export function paperOnYear(gifts: readonly Gift[], today: string): Paper {
  const counted = countedGifts(gifts);
  const last = counted.at(-1) ?? gifts.at(-1);
  if (!last) return { reason: '寄付が見つかりません。' };
  const paper = paperOn(counted, last, today);
  if (paper.reason !== undefined) return paper;
  if (last.year >= Number(today.slice(0, 4))) {
    return {
      reason: `${last.year}年分をまとめた証明書は、寄付が出そろう翌年の1月1日から発行できます。`,
    };
  }
  if (new Set(counted.map(({ donorName }) => donorName)).size > 1) {
    return {
      reason:
        'お申し込みのお名前が異なる寄付があるため、まとめて発行できません。寄付ごとに発行してください。',
    };
  }
  return paper;
}

function paperOn(gifts: readonly Gift[], last: Gift, today: string): Paper {
  const reason = whyNoReceipt(last, today);
  if (reason !== undefined) return { reason };
  const certification = certificationOn(last.associate?.certifications ?? [], today);
  if (!certification) throw new Error('a receipt without a certification');
  return {
    reason: undefined,
    amountYen: sumYen(gifts),
    donorName: last.donorName,
    donorAddress: last.donorAddress,
    certificationId: certification.id,
  };
}
