import { and, asc, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { readLetters } from '#organisations/thanks/letters.server.ts';
import type { Letter } from '#organisations/thanks/thanks-schema.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import type { AppraisalOutcome } from '#warehouse/results/appraisal-result.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import { resultWords, takenBackReason } from '#warehouse/results/result-words.ts';
import type { ApplicationStatus } from './application.ts';
import { applicationEvents, applications } from './application-tables.server.ts';

type Result = WholeApplication['results'][number];

/** Whether an event corrects a result: it has the result's step and its batch. */
export const isCorrection = ({ batchId, undoes }: Pick<EventRow, 'batchId' | 'undoes'>): boolean =>
  batchId !== null && undoes !== null;

/** The valid correction shown to a donor; undefined if the result is the first one again. */
export function currentCorrection(results: readonly Result[]): ApplicationStatus['correction'] {
  const [now] = results;
  const first = results.at(-1);
  const holds = validCorrection(results);
  if (!now || !first || !holds?.correctsId) return undefined;
  const before = words(first);
  const after = words(now);
  const { correctionReason: reason, createdAt } = holds;
  return before === after ? undefined : { before, after, reason, at: toTimestamp(createdAt) };
}

/** The valid correction: skips pairs of a withdrawn correction and its withdrawal. */
function validCorrection(results: readonly Result[]): Result | undefined {
  let index = 0;
  while (results[index]?.correctionReason === takenBackReason) index += 2;
  return results[index];
}

const words = (result: Result) =>
  resultWords({ ...result, outcome: result.outcome as AppraisalOutcome });

/**
 * Identity check step of an event, if any. Recorded as steps from appraised to appraised: by the donor, or by the
 * operator with a reason. Without a reason it is an edit.
 */
export function paperEventOf({
  fromState,
  toState,
  doneBy,
  note,
}: Pick<EventRow, 'fromState' | 'toState' | 'doneBy' | 'note'>): 'sent' | 'returned' | undefined {
  if (fromState !== 'appraised' || toState !== 'appraised') return undefined;
  if (doneBy !== 'operator') return 'sent';
  return note === '' ? undefined : 'returned';
}

export type Row = typeof applications.$inferSelect;
export type EventRow = typeof applicationEvents.$inferSelect;
type ItemRow = typeof appraisalItems.$inferSelect;
type ResultRow = typeof appraisals.$inferSelect;

/** An application with the name of its organisation or fund. */
export type ApplicationRow = Row & { targetName: string };

/** An application with its steps and its current result. */
export type WholeApplication = ApplicationRow & {
  events: EventRow[];
  donationYen: number | null;
  /** Deductions from its donation; undefined without one. */
  kept: { feeYen: number; handlingYen: number } | undefined;
  pieces: { count: number; priced: number } | null;
  items: ItemRow[];
  /** Numbers of the boxes received. */
  came: number[];
  /** The current result, then those it replaced, newest first. */
  results: ResultRow[];
  thanks: Letter[];
};

/** Selects applications with their targets; the caller orders, limits or locks. */
export const selectApplications = (db: Database | Transaction, condition: SQL | undefined) =>
  db
    .select({
      application: applications,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
    })
    .from(applications)
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    .where(condition)
    .$dynamic();

/** Flattens a row of `selectApplications`. */
export const toRow = ({
  application,
  associateName,
  fundName,
}: Awaited<ReturnType<typeof selectApplications>>[number]): ApplicationRow => ({
  ...application,
  targetName: associateName ?? fundName ?? '',
});

/** Adds related rows to applications, in a fixed number of queries. */
export async function withHistory(
  db: Database | Transaction,
  rows: readonly ApplicationRow[],
): Promise<WholeApplication[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.appraisalId);
  const events = await db
    .select()
    .from(applicationEvents)
    .where(inArray(applicationEvents.appraisalId, ids))
    .orderBy(asc(applicationEvents.id));
  const all = await db.select().from(appraisals).where(inArray(appraisals.appraisalId, ids));
  const results = all.filter(({ reversedAt }) => reversedAt === null);
  const byId = new Map(all.map((result) => [result.id, result]));
  const items = await db
    .select()
    .from(appraisalItems)
    .where(
      inArray(
        appraisalItems.appraisalRowId,
        results.map(({ id }) => id),
      ),
    )
    .orderBy(asc(appraisalItems.position));
  const given = await db
    .select({
      appraisalId: donations.appraisalId,
      feeYen: donations.feeYen,
      handlingYen: donations.handlingYen,
    })
    .from(donations)
    .where(and(inArray(donations.appraisalId, ids), isNull(donations.reversedAt)));
  const keptOf = new Map(given.map(({ appraisalId, ...kept }) => [appraisalId, kept]));
  const received = await db
    .select({ appraisalId: boxes.appraisalId, number: boxes.number })
    .from(boxes)
    .where(and(inArray(boxes.appraisalId, ids), isNotNull(boxes.receivedAt)));
  const boxesOf = Map.groupBy(received, ({ appraisalId }) => appraisalId);
  const lettersOf = await readLetters(db, rows);
  const eventsOf = Map.groupBy(events, ({ appraisalId }) => appraisalId);
  const resultOf = new Map(results.map((result) => [result.appraisalId, result]));
  const itemsOf = Map.groupBy(items, ({ appraisalRowId }) => appraisalRowId);
  return rows.map((row) => {
    const result = resultOf.get(row.appraisalId);
    return {
      ...row,
      events: eventsOf.get(row.appraisalId) ?? [],
      donationYen: result?.donationYen ?? null,
      kept: keptOf.get(row.appraisalId),
      pieces: result ? { count: result.itemCount, priced: result.pricedCount } : null,
      items: itemsOf.get(result?.id ?? '') ?? [],
      results: result ? chainOf(result, byId) : [],
      came: (boxesOf.get(row.appraisalId) ?? []).map(({ number }) => number),
      thanks: lettersOf.get(row.appraisalId) ?? [],
    };
  });
}

function chainOf(standing: ResultRow, byId: ReadonlyMap<string, ResultRow>): ResultRow[] {
  const chain: ResultRow[] = [];
  let next: ResultRow | undefined = standing;
  while (next) {
    chain.push(next);
    next = next.correctsId === null ? undefined : byId.get(next.correctsId);
  }
  return chain;
}
