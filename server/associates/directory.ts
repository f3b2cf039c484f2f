import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ArticleImage, Associate } from '#domain/associates/associate.ts';
import { type Classification, isDeductible } from '#domain/associates/classification.ts';
import {
  type DirectoryChange,
  type FoldedEntry,
  foldEntry,
  type PreparedDirectory,
  sortDirectory,
} from '#domain/associates/directory.ts';
import type { SocialChallengeId } from '#domain/challenges/social-challenge.ts';
import { imagePath } from '#domain/images/shown-image.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import {
  associateCertifications,
  associateChallenges,
  associateMonths,
  associates,
} from '#server/db/schema/associates.ts';
import { images } from '#server/db/schema/images.ts';
import { readSums, type Sum } from '#server/sums/kept-sums.ts';
import { type Changes, readChanges } from '#server/topics/changes.ts';

/** All listed organisations, ready to be searched and found. */
export type Directory = {
  /** What it was made of. */
  madeOf: { facts: AllFacts; counts: AllCounts };
  prepared: PreparedDirectory<Associate>;
  byId: ReadonlyMap<string, Associate>;
  /** Listed organisations by social challenge. */
  countByChallenge: ReadonlyMap<SocialChallengeId, number>;
};

type Source = Database | Transaction;
type Facts = Omit<Associate, 'stat'>;
/** Of every organisation, listed or not, as of a version of its topic. */
type ById<Value> = {
  version: number;
  byId: ReadonlyMap<string, Value>;
  /** What else it was made of: the records of before, and which of them were read anew. */
  since?: { byId: ReadonlyMap<string, Value>; keys: readonly string[] };
};
export type AllFacts = ById<FoldedEntry<Facts> & { isListed: boolean; hasPage: boolean }>;
/** Donations and yen in all, and the donations of this month. */
export type AllCounts = ById<Sum & { monthlyCount: number }>;

/** What is known of every organisation on `today` (YYYY-MM-DD), its texts folded, without counts. */
export async function loadFacts(db: Source, today: string, before?: AllFacts): Promise<AllFacts> {
  const changes = await readChanges(db, 'associates', before?.version);
  const rows = await readFacts(db, today, changes.keys);
  return updated(changes, before, new Map(rows.map((row) => [row.entry.id, row])));
}

/** What every organisation was given, in all and in the month of `today`. */
export async function loadCounts(
  db: Source,
  today: string,
  before?: AllCounts,
): Promise<AllCounts> {
  const changes = await readChanges(db, 'sums', before?.version);
  if (changes.keys?.length === 0) return updated(changes, before, new Map());
  const totals = await readSums(db, 'associate-donations', changes.keys);
  const monthly = await db
    .select({ id: associateMonths.associateId, count: associateMonths.donationCount })
    .from(associateMonths)
    .where(
      and(
        eq(associateMonths.month, `${today.slice(0, 7)}-01`),
        changes.keys && inArray(associateMonths.associateId, [...changes.keys]),
      ),
    );
  const monthlyOf = new Map(monthly.map(({ id, count }) => [id, count]));
  const counts = [...totals].map(
    ([id, sum]) => [id, { ...sum, monthlyCount: monthlyOf.get(id) ?? 0 }] as const,
  );
  return updated(changes, before, new Map(counts));
}

/** The records of before with what was read anew; what changed and was not found is gone. */
function updated<Value>(
  { version, keys }: Changes,
  before: ById<Value> | undefined,
  read: ReadonlyMap<string, Value>,
): ById<Value> {
  if (!before || !keys) return { version, byId: read };
  if (keys.length === 0) return { ...before, version };
  const byId = new Map(before.byId);
  for (const key of keys) {
    const value = read.get(key);
    if (value === undefined) byId.delete(key);
    else byId.set(key, value);
  }
  return { version, byId, since: { byId: before.byId, keys } };
}

const none = { count: 0, monthlyCount: 0 };

/** An organisation with a page, listed or not, as lists show it. */
export function withPage(facts: AllFacts, counts: AllCounts, id: string): Associate | undefined {
  const known = facts.byId.get(id);
  if (!known?.hasPage) return undefined;
  const { count: totalCount, monthlyCount } = counts.byId.get(id) ?? none;
  return { ...known.entry, stat: { monthlyCount, totalCount } };
}

/**
 * The directory of these facts and counts; from the one `before`, if there is one, only what changed since
 * is made anew.
 */
export function toDirectory(facts: AllFacts, counts: AllCounts, before?: Directory): Directory {
  const changes: DirectoryChange<Associate>[] = [];
  const byId = new Map(before?.byId);
  const countByChallenge = new Map(before?.countByChallenge);
  const count = ({ socialChallenges }: Associate, by: 1 | -1) => {
    for (const challenge of socialChallenges) {
      const associates = (countByChallenge.get(challenge) ?? 0) + by;
      if (associates === 0) countByChallenge.delete(challenge);
      else countByChallenge.set(challenge, associates);
    }
  };
  for (const id of changedIds(facts, counts, before)) {
    const known = facts.byId.get(id);
    const sum = counts.byId.get(id);
    const old = byId.get(id);
    const isSame =
      before?.madeOf.facts.byId.get(id) === known && before?.madeOf.counts.byId.get(id) === sum;
    if (before && isSame) continue;
    if (old) count(old, -1);
    if (known?.isListed) {
      const { count: totalCount, monthlyCount } = sum ?? none;
      const associate = { ...known.entry, stat: { monthlyCount, totalCount } };
      byId.set(id, associate);
      changes.push({ old, now: { entry: associate, folded: known.folded, said: known.said } });
      count(associate, 1);
    } else if (old) {
      byId.delete(id);
      changes.push({ old });
    }
  }
  const prepared = sortDirectory(changes, before?.prepared);
  return { madeOf: { facts, counts }, prepared, byId, countByChallenge };
}

/** The organisations that may not be as in the directory of before: all, where nobody knows. */
function changedIds(facts: AllFacts, counts: AllCounts, before?: Directory): Iterable<string> {
  if (before) {
    const ofFacts = changedSince(before.madeOf.facts, facts);
    const ofCounts = changedSince(before.madeOf.counts, counts);
    if (ofFacts && ofCounts) return new Set([...ofFacts, ...ofCounts]);
  }
  return new Set([...(before?.byId.keys() ?? []), ...facts.byId.keys()]);
}

function changedSince<Value>(
  before: ById<Value>,
  { byId, since }: ById<Value>,
): readonly string[] | undefined {
  if (byId === before.byId) return [];
  return since?.byId === before.byId ? since.keys : undefined;
}

/** Of the organisations with these ids; of all without. */
async function readFacts(db: Source, today: string, ids?: readonly string[]) {
  if (ids?.length === 0) return [];
  const among = ids && [...ids];
  const challenges = db
    .select({
      associateId: associateChallenges.associateId,
      ids: sql<
        SocialChallengeId[]
      >`array_agg(${associateChallenges.socialChallengeId} order by ${associateChallenges.position})`.as(
        'ids',
      ),
    })
    .from(associateChallenges)
    .where(among && inArray(associateChallenges.associateId, among))
    .groupBy(associateChallenges.associateId)
    .as('challenges');
  const validUntil = db
    .select({
      associateId: associateCertifications.associateId,
      expiresOn: sql<string>`max(${associateCertifications.expiresOn})::text`.as('valid_until'),
    })
    .from(associateCertifications)
    .where(
      and(
        isNull(associateCertifications.withdrawnAt),
        sql`${today}::date between certified_on and expires_on`,
        among && inArray(associateCertifications.associateId, among),
      ),
    )
    .groupBy(associateCertifications.associateId)
    .as('valid_certifications');
  const rows = await db
    .select({
      id: associates.id,
      name: associates.name,
      summary: associates.summary,
      classification: associates.classification,
      locations: associates.locations,
      isListed: associates.isListed,
      state: associates.state,
      createdAt: associates.createdAt,
      socialChallenges: challenges.ids,
      expiresOn: validUntil.expiresOn,
      picture: images,
    })
    .from(associates)
    .leftJoin(challenges, eq(challenges.associateId, associates.id))
    .leftJoin(validUntil, eq(validUntil.associateId, associates.id))
    .leftJoin(images, eq(images.id, associates.coverImageId))
    .where(among && inArray(associates.id, among));
  return rows.map((row) => {
    const classification = row.classification as Classification;
    const certification = row.expiresOn ? { expiresOn: row.expiresOn } : null;
    const facts: Facts = {
      id: row.id,
      name: row.name,
      summary: row.summary,
      classification,
      isDeductible: isDeductible({ classification, certification }, today),
      socialChallenges: row.socialChallenges ?? [],
      locations: row.locations,
      createdAt: toTimestamp(row.createdAt),
      coverImage: row.picture && toArticleImage(row.picture),
    };
    const isOver = row.state === 'paused' || row.state === 'ended';
    return { ...foldEntry(facts), isListed: row.isListed, hasPage: row.isListed || isOver };
  });
}

/** A picture of an organisation as pages get it. */
export const toArticleImage = ({
  id,
  width,
  height,
  widths,
  alt,
}: typeof images.$inferSelect): ArticleImage => ({
  image: imagePath(id),
  width,
  height,
  widths,
  alt,
});
