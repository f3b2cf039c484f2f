import { setImmediate as othersDone, setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { logFailure } from '#kit/observing/outages.server.ts';
import { readChanges } from '#kit/topics/changes.server.ts';
import type { Topic } from '#kit/topics/table-topics.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { readTerms } from '#money/ledger/terms.server.ts';
import { readSums, type Sum } from '#money/sums/kept-sums.server.ts';
import {
  type SocialChallengeId,
  socialChallengeIds,
} from '#organisations/challenges/social-challenge.ts';
import type { ArticleImage, Associate } from './associate.ts';
import {
  associateAgreements,
  associateCertifications,
  associateChallenges,
  associateMonths,
  associates,
} from './associate-tables.server.ts';
import { type Classification, classificationIds, isDeductible } from './classification.ts';
import { foldEntry } from './directory.ts';
import { directoryIndex } from './directory-index.ts';
import { directorySums } from './directory-sums.server.ts';

type Source = Database | Transaction;
/** All donations and yen, and the donations of this month. */
type Counts = Sum & { monthlyCount: number };
/** An organisation in memory; one with donations may itself be deleted. */
type Known = {
  folded: string;
  said: string;
  isListed: boolean;
  hasPage: boolean;
  associate: Associate | undefined;
  sum: Counts;
};

/** Reads from a database that is up to date with this process in these topics. */
type Read = <Value>(
  madeOf: readonly Topic[],
  read: (from: Source) => Promise<Value>,
) => Promise<Value>;

/** Organisations read per query. */
const readAtOnce = 250;
/** Organisations processed between looks at the clock, and the time before yielding to other work. */
const batchSize = 10;
const turnMs = 5;
/** If more records changed, everything is read instead: the list of ids would be too long. */
const maxKeys = 50_000;
/** Delay of compacting the index after the first load, so that waiting readers are answered first. */
const settleAfterMs = 100;
/** Delay of a retry after a failure in the background. */
const retryMs = 1_000;
const noCounts: Counts = { count: 0, amount: 0, monthlyCount: 0 };
const nothing: Omit<Known, 'sum'> = {
  folded: '',
  said: '',
  isListed: false,
  hasPage: false,
  associate: undefined,
};

type Options = {
  /** Reads in the background. */
  readBehind?: Read;
  /** Readers wait for up to this many changed organisations. Larger changes are shown later. */
  mostWaitedFor?: number;
  /** Called when a background update has finished. */
  onCaughtUp?: () => void;
};

/**
 * All organisations in memory, indexed for search. Follows the database by its changes, one whole organisation at a
 * time, and updates sums along the way.
 */
export function directoryStore(
  readSoon: Read,
  { readBehind = readSoon, mostWaitedFor = 1_000, onCaughtUp = () => undefined }: Options = {},
) {
  const all = new Map<string, Known>();
  const listed = new Map<string, Associate>();
  const index = directoryIndex<Associate>();
  const sums = directorySums();
  let version = 0;
  let known: { today: string; associates: number; sums: number } | undefined;
  let behind: Promise<void> | undefined;
  let read = readSoon;

  function store(id: string, now: Known): void {
    const before = all.get(id);
    if (before) sums.remove(before);
    sums.add(now);
    if (now.associate || now.sum !== noCounts) all.set(id, now);
    else all.delete(id);
    if (now.associate && now.isListed) listed.set(id, now.associate);
    else listed.delete(id);
  }

  /** Updates organisations with the facts and counts read; undefined ones stay as they were. */
  async function applyBatch(
    ids: readonly string[],
    facts: ReadonlyMap<string, () => Facts> | undefined,
    counts: ReadonlyMap<string, Counts> | undefined,
  ): Promise<void> {
    let began = performance.now();
    for (let from = 0; from < ids.length; from += batchSize) {
      const changes = ids.slice(from, from + batchSize).map((id) => {
        const before = all.get(id);
        const found = facts ? (facts.get(id)?.() ?? nothing) : (before ?? nothing);
        const sum = counts ? (counts.get(id) ?? noCounts) : (before?.sum ?? noCounts);
        const { count: totalCount, monthlyCount } = sum;
        const associate = found.associate && {
          ...found.associate,
          stat: { monthlyCount, totalCount },
        };
        const now = { ...found, associate, sum };
        store(id, now);
        const { folded, said, isListed } = now;
        return { id, now: associate && isListed ? { entry: associate, folded, said } : undefined };
      });
      index.update(changes);
      // After the first load the index is compacted at the end: it works before that, only slower.
      if (known) index.settle(batchSize);
      version += 1;
      if (performance.now() - began < turnMs) continue;
      await othersDone();
      began = performance.now();
    }
  }

  /** Compacts new index entries, yielding to other work. */
  async function compact(): Promise<void> {
    let began = performance.now();
    while (index.settle(batchSize) > 0) {
      if (performance.now() - began < turnMs) continue;
      await othersDone();
      began = performance.now();
    }
  }

  /** Reads facts, counts or both again, and applies them batch by batch. */
  async function reload(
    today: string,
    { ids, ofFacts, ofCounts }: { ids: readonly string[]; ofFacts: boolean; ofCounts: boolean },
  ): Promise<void> {
    for (let from = 0; from < ids.length; from += readAtOnce) {
      const part = ids.slice(from, from + readAtOnce);
      const facts = ofFacts && (await read(['associates'], (db) => readFacts(db, today, part)));
      const counts = ofCounts && (await read(['sums'], (db) => readCounts(db, today, part)));
      await applyBatch(part, facts || undefined, counts || undefined);
    }
  }

  /** All ids in the database or in memory. */
  async function readAllIds(): Promise<Set<string>> {
    const ids = new Set(all.keys());
    let last = '';
    for (;;) {
      const part = await read(['associates'], (db) => readIds(db, last));
      for (const id of part) ids.add(id);
      if (part.length === 0) return ids;
      last = part.at(-1) ?? last;
    }
  }

  /**
   * Changes by date alone: certifications and agreements that start or end, and with a new month its donation counts.
   */
  async function changedByDay(before: string, today: string) {
    if (before === today) return { facts: [], counts: [] };
    const facts = await read(['associates'], async (db) => [
      ...(await readCertified(db, before, today)),
      ...(await readAgreed(db, before, today)),
    ]);
    const month = today.slice(0, 7);
    if (before.slice(0, 7) === month) return { facts, counts: [] };
    const given = await read(['sums'], (db) => readGivenIn(db, month));
    const ofBefore = [...all].filter(([, { sum }]) => sum.monthlyCount !== 0).map(([id]) => id);
    return { facts, counts: [...given, ...ofBefore] };
  }

  /** Organisations with changed facts, and with changed counts, since the last update. */
  async function whatChanged(today: string) {
    const changesOf = (topic: 'associates' | 'sums') =>
      read([topic], (db) => readChanges(db, topic, known?.[topic], maxKeys));
    const ofFacts = await changesOf('associates');
    const ofSums = await changesOf('sums');
    const reached = { today, associates: ofFacts.version, sums: ofSums.version };
    if (known && ofFacts.keys && ofSums.keys) {
      const byDay = await changedByDay(known.today, today);
      const facts = new Set([...ofFacts.keys, ...byDay.facts]);
      return { reached, facts, counts: new Set([...ofSums.keys, ...byDay.counts]) };
    }
    const every = await readAllIds();
    return { reached, facts: every, counts: every };
  }

  async function catchUp({ reached, facts, counts }: Awaited<ReturnType<typeof whatChanged>>) {
    const { today } = reached;
    // Everything changed: comparing them one by one would block the event loop.
    if (facts === counts) {
      await reload(today, { ids: [...facts], ofFacts: true, ofCounts: true });
      known = reached;
      void wait(settleAfterMs, undefined, { ref: false }).then(compact);
      return;
    }
    const both = [...facts].filter((id) => counts.has(id));
    const onlyFacts = [...facts].filter((id) => !counts.has(id));
    const onlyCounts = [...counts].filter((id) => !facts.has(id));
    await reload(today, { ids: both, ofFacts: true, ofCounts: true });
    await reload(today, { ids: onlyFacts, ofFacts: true, ofCounts: false });
    await reload(today, { ids: onlyCounts, ofFacts: false, ofCounts: true });
    known = reached;
  }

  return {
    /**
     * Updates the store from the database, as of `today` (YYYY-MM-DD). A very large change continues in the background:
     * until `onCaughtUp` is called each organisation is read in its old or new state. One call at a time. At a start,
     * without waiting readers, reads like a background update.
     */
    async follow(today: string, { isStart = false } = {}): Promise<void> {
      if (behind) return;
      read = isStart ? readBehind : readSoon;
      const changed = await whatChanged(today);
      const isMuch = Math.max(changed.facts.size, changed.counts.size) > mostWaitedFor;
      if (!known || !isMuch) return catchUp(changed);
      read = readBehind;
      behind = catchUp(changed)
        .catch(async (error) => {
          logFailure('the directory is behind', error);
          // The next call tries again.
          await wait(retryMs, undefined, { ref: false });
        })
        .finally(() => {
          behind = undefined;
          onCaughtUp();
        });
    },

    /** Incremented with every change. */
    get version() {
      return version;
    },
    /** Listed organisations. */
    byId: listed as ReadonlyMap<string, Associate>,
    search: index.search,
    first: index.first,
    sums,

    /** An organisation with a page, listed or not, as in lists. */
    withPage(id: string): Associate | undefined {
      const found = all.get(id);
      return found?.hasPage ? found.associate : undefined;
    },
    isKnown: (id: string): boolean => all.get(id)?.associate !== undefined,
  };
}
export type DirectoryStore = ReturnType<typeof directoryStore>;

/** Public view of the directory: current content and its version. */
export type Directory = Pick<
  DirectoryStore,
  'byId' | 'search' | 'first' | 'withPage' | 'isKnown'
> & {
  version: number;
  /** Listed organisations by social challenge. */
  countByChallenge: ReadonlyMap<SocialChallengeId, number>;
};

/** Ids following `last`. */
async function readIds(db: Source, last: string): Promise<string[]> {
  const rows = await db
    .select({ id: associates.id })
    .from(associates)
    .where(gt(associates.id, last))
    .orderBy(asc(associates.id))
    .limit(2_000);
  return rows.map(({ id }) => id);
}

/** Donations per organisation, in all and in the month of `today`. */
async function readCounts(
  db: Source,
  today: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Counts>> {
  if (ids.length === 0) return new Map();
  const totals = await readSums(db, 'associate-donations', ids);
  const monthly = await db
    .select({ id: associateMonths.associateId, count: associateMonths.donationCount })
    .from(associateMonths)
    .where(
      and(
        eq(associateMonths.month, `${today.slice(0, 7)}-01`),
        eq(associateMonths.associateId, oneOf(ids)),
      ),
    );
  const monthlyOf = new Map(monthly.map(({ id, count }) => [id, count]));
  return new Map(
    [...totals].map(([id, sum]) => [id, { ...sum, monthlyCount: monthlyOf.get(id) ?? 0 }]),
  );
}

/** Organisations with a certification that may be valid on only one of these days. */
async function readCertified(db: Source, one: string, other: string): Promise<string[]> {
  const [from, to] = one < other ? [one, other] : [other, one];
  const rows = await db
    .selectDistinct({ id: associateCertifications.associateId })
    .from(associateCertifications)
    .where(sql`(certified_on > ${from} and certified_on <= ${to})
      or (expires_on >= ${from} and expires_on < ${to})`);
  return rows.map(({ id }) => id);
}

/** Organisations whose agreement may differ between the two days. */
async function readAgreed(db: Source, one: string, other: string): Promise<string[]> {
  const [from, to] = one < other ? [one, other] : [other, one];
  const rows = await db
    .selectDistinct({ id: associateAgreements.associateId })
    .from(associateAgreements)
    .where(sql`(starts_on > ${from} and starts_on <= ${to})
      or (ends_on >= ${from} and ends_on < ${to})`);
  return rows.map(({ id }) => id);
}

/** Organisations with donations in a month. */
async function readGivenIn(db: Source, month: string): Promise<string[]> {
  const rows = await db
    .select({ id: associateMonths.associateId })
    .from(associateMonths)
    .where(eq(associateMonths.month, `${month}-01`));
  return rows.map(({ id }) => id);
}

/** An organisation in memory without donation counts. */
type Facts = Omit<Known, 'sum' | 'associate'> & { associate: Omit<Associate, 'stat'> | undefined };

/** Facts of the organisations with these ids on `today`. Computed lazily: folding many texts takes a while. */
async function readFacts(
  db: Source,
  today: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, () => Facts>> {
  if (ids.length === 0) return new Map();
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
    .where(eq(associateChallenges.associateId, oneOf(ids)))
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
        eq(associateCertifications.associateId, oneOf(ids)),
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
    .where(eq(associates.id, oneOf(ids)));
  const termsOf = await readTerms(
    db,
    ids.map((associateId) => ({ associateId, day: today })),
  );
  const toFacts = (row: (typeof rows)[number]): Facts => {
    const classification = shared(row.classification) as Classification;
    const certification = row.expiresOn ? { expiresOn: row.expiresOn } : null;
    const { entry, folded, said } = foldEntry({
      id: row.id,
      name: row.name,
      summary: row.summary,
      classification,
      isDeductible: isDeductible({ classification, certification }, today),
      socialChallenges: (row.socialChallenges ?? []).map((id) => shared(id) as SocialChallengeId),
      locations: row.locations,
      createdAt: toTimestamp(row.createdAt),
      coverImage: row.picture && toArticleImage(row.picture),
      terms: termsOf({ associateId: row.id, day: today }),
    });
    const isOver = row.state === 'paused' || row.state === 'ended';
    const { isListed } = row;
    return { associate: entry, folded, said, isListed, hasPage: isListed || isOver };
  };
  return new Map(rows.map((row) => [row.id, () => toFacts(row)]));
}

/** Interns texts that many organisations share, instead of a copy per row. */
const texts = new Map<string, string>(
  [...classificationIds, ...socialChallengeIds].map((id) => [id, id]),
);
const shared = (id: string): string => texts.get(id) ?? id;

/** A picture of an organisation for pages. */
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
