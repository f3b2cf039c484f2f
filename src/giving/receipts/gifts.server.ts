import { and, asc, desc, eq, gte, inArray, isNull, lte, or, type SQL } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { leavesNothing } from '#money/ledger/fees.ts';
import {
  associateAgreements,
  associateCertifications,
  associates,
} from '#organisations/associates/associate-tables.server.ts';
import type { Classification } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import type { PaperLine } from './paper-record.server.ts';
import { certificationOn, type ReceiptGrounds, whyNoReceipt } from './receipt.ts';
import type { Stated } from './receipt-tables.server.ts';

type Certification = Stated['certifications'][number] & { hasTaxCredit: boolean };

/**
 * A donation that stands, with everything that decides on its receipt and what the paper states about its
 * organisation.
 */
export type Gift = ReceiptGrounds & {
  donationId: string;
  appraisalId: string;
  associateId: string;
  associateName: string;
  associate:
    | (Pick<Stated, 'address' | 'representative' | 'sealImageId'> & {
        classification: Classification;
        certifications: Certification[];
        issuesLate: boolean;
      })
    | undefined;
  donatedAt: Date;
  /** Year it counts for: of the day received, or of the gift if nothing is ever sent. */
  year: number | undefined;
};

/** Condition for a person's gifts, or those of guests if null. */
export const isGivenBy = (uid: string | null): SQL =>
  uid === null ? isNull(donations.uid) : eq(donations.uid, uid);

/**
 * Donor (null: guests) and the day (YYYY-MM-DD) to read agreements on late receipts at; without a day, all are issued
 * late.
 */
type GiftQuery = { uid: string | null; today?: string };

/** A person's standing donations, optionally filtered by `which`, ordered by receipt and then by gift. */
export async function readGifts(
  db: Database | Transaction,
  { uid, today }: GiftQuery,
  which?: SQL,
): Promise<Gift[]> {
  const rows = await db
    .select({
      donationId: donations.id,
      appraisalId: donations.appraisalId,
      amountYen: donations.amountYen,
      feeYen: donations.feeYen,
      handlingYen: donations.handlingYen,
      donatedAt: donations.donatedAt,
      receivedOn: donations.receivedOn,
      isWished: donations.needReceipt,
      associateId: donations.associateId,
      associateName: associates.name,
      address: associates.address,
      representative: associates.representative,
      sealImageId: associates.sealImageId,
      classification: associates.classification,
      fundName: socialChallenges.fundName,
    })
    .from(donations)
    .leftJoin(associates, eq(associates.id, donations.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, donations.socialChallengeId))
    .where(and(isGivenBy(uid), isNull(donations.reversedAt), which))
    .orderBy(asc(donations.receivedOn), asc(donations.donatedAt), asc(donations.appraisalId));
  const associateIds = [...new Set(rows.flatMap(({ associateId }) => associateId ?? []))];
  const certifications = await readCertifications(db, associateIds);
  const refusing =
    today === undefined ? new Set() : await withoutLateReceipts(db, associateIds, today);
  return rows.map((row) => {
    const receivedOn = row.receivedOn ?? undefined;
    // Gifts to funds and of zero value are never sent to an organisation.
    const willBeSent = row.associateId !== null && row.amountYen > 0 && !leavesNothing(row);
    const dayOfYear = receivedOn ?? (willBeSent ? undefined : jstDay(row.donatedAt));
    return {
      donationId: row.donationId,
      appraisalId: row.appraisalId,
      amountYen: row.amountYen,
      feeYen: row.feeYen,
      handlingYen: row.handlingYen,
      donatedAt: row.donatedAt,
      receivedOn,
      isWished: row.isWished,
      year: dayOfYear === undefined ? undefined : Number(dayOfYear.slice(0, 4)),
      associateId: row.associateId ?? '',
      associateName: row.associateName ?? row.fundName ?? '',
      associate: row.associateId
        ? {
            address: row.address ?? '',
            representative: row.representative ?? '',
            ...(row.sealImageId !== null && { sealImageId: row.sealImageId }),
            classification: row.classification as Classification,
            certifications: certifications.get(row.associateId) ?? [],
            issuesLate: !refusing.has(row.associateId),
          }
        : undefined,
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
    .where(
      and(
        inArray(associateCertifications.associateId, [...associateIds]),
        isNull(associateCertifications.withdrawnAt),
      ),
    );
  for (const { associateId, id: _, withdrawnAt: __, ...one } of rows) {
    byAssociate.set(associateId, [...(byAssociate.get(associateId) ?? []), one]);
  }
  return byAssociate;
}

/**
 * Organisations whose agreement in force excludes receipts requested late; without an agreement they are included.
 */
async function withoutLateReceipts(
  db: Database | Transaction,
  associateIds: readonly string[],
  today: string,
): Promise<Set<string>> {
  if (associateIds.length === 0) return new Set();
  const { associateId, startsOn, endsOn, createdAt, issuesLateReceipts } = associateAgreements;
  const rows = await db
    .selectDistinctOn([associateId], { associateId, issuesLateReceipts })
    .from(associateAgreements)
    .where(
      and(
        inArray(associateId, [...associateIds]),
        lte(startsOn, today),
        or(isNull(endsOn), gte(endsOn, today)),
      ),
    )
    .orderBy(asc(associateId), desc(createdAt), desc(startsOn));
  return new Set(rows.flatMap((row) => (row.issuesLateReceipts ? [] : row.associateId)));
}

/** Gifts on one paper and what it states about its organisation, or the reason that there is none. */
export type PlannedPaper =
  | { reason: string }
  | { reason: undefined; year: number; lines: PaperLine[]; stated: Stated };

/** Gifts that qualify for a receipt; a year's paper states them. */
export const countedGifts = (gifts: readonly Gift[]): Gift[] =>
  gifts.filter((gift) => whyNoReceipt(gift) === undefined);

export const sumYen = (gifts: readonly Gift[]): number =>
  gifts.reduce((sum, { amountYen }) => sum + amountYen, 0);

/** Certification of the organisation in force on the day it received the gift. */
export const certificationOf = ({ associate, receivedOn }: Gift): Certification | undefined =>
  receivedOn === undefined
    ? undefined
    : certificationOn(associate?.certifications ?? [], receivedOn);

/** Paper on one donation, as it would be issued. */
export const paperOnDonation = (gift: Gift): PlannedPaper => paperOn([gift], gift);

/** Paper on a year's donations to one organisation. Only a past year has a final sum. */
export function paperOnYear(gifts: readonly Gift[], today: string): PlannedPaper {
  const counted = countedGifts(gifts);
  const last = counted.at(-1) ?? gifts.at(-1);
  if (!last) return { reason: '寄付が見つかりません。' };
  const paper = paperOn(counted, last);
  if (paper.reason !== undefined) return paper;
  if (last.year !== undefined && last.year >= Number(today.slice(0, 4))) {
    return {
      reason: `${last.year}年分をまとめた証明書は、その年に団体へ届く寄付が出そろう、翌年の1月1日から発行できます。`,
    };
  }
  if (last.associate?.issuesLate !== false) return paper;
  return { ...paper, stated: { ...paper.stated, isWishedOnly: true } };
}

function paperOn(gifts: readonly Gift[], last: Gift): PlannedPaper {
  const reason = whyNoReceipt(last);
  if (reason !== undefined) return { reason };
  const { associate, associateName, year } = last;
  if (!associate || year === undefined) throw new Error('a receipt without an organisation');
  const { address, representative, classification, sealImageId } = associate;
  const certifications = new Set(gifts.flatMap((gift) => certificationOf(gift) ?? []));
  return {
    reason: undefined,
    year,
    lines: gifts.map(({ appraisalId, donationId, receivedOn = '', amountYen }) => ({
      ...{ appraisalId, donationId, receivedOn, amountYen },
    })),
    stated: {
      way: 'goods',
      name: associateName,
      ...{ address, representative, classification },
      ...(sealImageId !== undefined && { sealImageId }),
      certifications: [...certifications].map(({ hasTaxCredit: _, ...stated }) => stated),
    },
  };
}

/** Condition for donations that an organisation received within a year. */
export const withinYear = ({ associateId, year }: { associateId: string; year: number }) =>
  and(
    eq(donations.associateId, associateId),
    gte(donations.receivedOn, `${year}-01-01`),
    lte(donations.receivedOn, `${year}-12-31`),
  );
