import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { contentVersions, legalConsents } from '#kit/versions/version-tables.server.ts';
import { agreedTexts } from './legal-text.ts';

/** Versions of the texts that registering or applying agrees to: the terms, and through them the policy. */
export type AgreedVersions = Record<(typeof agreedTexts)[number], number>;

/** Day from which a published version is in force. */
export const sinceDay = sql<string>`coalesce(${contentVersions.holdsFrom}, (${contentVersions.publishedAt} at time zone 'Asia/Tokyo')::date)::text`;

/** Version numbers in force at a time; 0 for the delivered text. */
export async function termsVersionsInForce(
  source: Database | Transaction,
  at: Date,
): Promise<AgreedVersions> {
  const rows = await source
    .selectDistinctOn([contentVersions.key], {
      key: contentVersions.key,
      number: contentVersions.number,
    })
    .from(contentVersions)
    .where(
      and(
        eq(contentVersions.kind, 'legal-text'),
        inArray(contentVersions.key, [...agreedTexts]),
        eq(contentVersions.state, 'published'),
        isNotNull(contentVersions.publishedAt),
        sql`(${contentVersions.holdsFrom} is null or ${contentVersions.holdsFrom} <= ${jstDay(at)}::date)`,
      ),
    )
    .orderBy(contentVersions.key, sql`${sinceDay} desc`, sql`${contentVersions.number} desc`);
  const numberOf = (key: string) => rows.find((row) => row.key === key)?.number ?? 0;
  return { terms: numberOf('terms'), privacy: numberOf('privacy') };
}

/** Records consent to the versions in force, in the transaction of the act that implies it. */
export async function noteConsent(
  tx: Transaction,
  {
    subjectType,
    subjectId,
    versions,
    at,
  }: {
    subjectType: 'user' | 'application';
    subjectId: string;
    versions: AgreedVersions;
    at: Date;
  },
): Promise<void> {
  await tx
    .insert(legalConsents)
    .values(
      agreedTexts.map((textKind) => ({
        subjectType,
        subjectId,
        textKind,
        version: versions[textKind],
        at,
      })),
    )
    .onConflictDoNothing();
}

/** Version of the terms that an application was made under; null if not recorded. */
export async function agreedTermsVersion(
  source: Database | Transaction,
  appraisalId: string,
): Promise<number | null> {
  const [row] = await source
    .select({ version: legalConsents.version })
    .from(legalConsents)
    .where(
      and(
        eq(legalConsents.subjectType, 'application'),
        eq(legalConsents.subjectId, appraisalId),
        eq(legalConsents.textKind, 'terms'),
      ),
    );
  return row?.version ?? null;
}
