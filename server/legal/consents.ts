import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { agreedTexts } from '#domain/legal/legal-text.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { contentVersions, legalConsents } from '#server/db/schema/versions.ts';

/** Of the texts that who registers or applies agrees to: by the terms, to the policy as well. */
export type AgreedVersions = Record<(typeof agreedTexts)[number], number>;

/** On which day a published version began to hold, or will. */
export const sinceDay = sql<string>`coalesce(${contentVersions.holdsFrom}, (${contentVersions.publishedAt} at time zone 'Asia/Tokyo')::date)::text`;

/** The numbers of the versions that hold at a moment; 0 as delivered. */
export async function versionsToAgreeTo(
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

/** Notes that somebody agreed to what holds, in the transaction of what they did. */
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

/** The number of the terms that an application was made under; null before that was noted. */
export async function agreedTerms(
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
