import { createHash, randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, max, type SQL, sql } from 'drizzle-orm';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { addDays, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { appendEntries } from '#money/public-book/public-entries.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import type { Opening } from './log-entry.ts';
import { commitments } from './log-tables.server.ts';

/** Steps of a gift that are committed to, and whether its sum is part of them. */
const steps = { 'goods-received': false, appraised: true, donated: true, remitted: true } as const;
type Step = keyof typeof steps;

/** Events read at a time, and hashes in an entry: one entry has at most 65,535 bytes. */
const eventsAtOnce = 1_000;
/** Events of before the first commitment that are still taken, in days. */
const firstDays = 30;
/** A transaction that ends late is found within this time, in days. */
const lateDays = 2;

const hashOf = (salt: Buffer, line: string): string =>
  createHash('sha256').update(salt).update(line).digest('base64');

/** Commits to the steps of all gifts up to the end of yesterday, in the public book. */
export async function commitEvents(ctx: Context): Promise<void> {
  while ((await transaction(ctx.db, (tx) => commitSome(ctx, tx))) === eventsAtOnce);
}

/** Returns how many events were committed to. */
async function commitSome({ clock }: Context, tx: Transaction): Promise<number> {
  await lock(tx, 'public-log');
  const today = jstDay(clock());
  const [row] = await tx.select({ day: max(commitments.day) }).from(commitments);
  const from = row?.day ? addDays(row.day, -lateDays) : addDays(today, -firstDays);
  const events = await tx
    .select({
      id: applicationEvents.id,
      appraisalId: applicationEvents.appraisalId,
      step: applicationEvents.toState,
      at: applicationEvents.at,
      yen: appraisals.donationYen,
    })
    .from(applicationEvents)
    .leftJoin(
      appraisals,
      and(
        eq(appraisals.appraisalId, applicationEvents.appraisalId),
        sql`${appraisals.reversedAt} is null`,
      ),
    )
    .where(
      and(
        inArray(applicationEvents.toState, Object.keys(steps)),
        sql`${applicationEvents.at} >= ${startOfJstDay(from).toISOString()}::timestamptz`,
        sql`${applicationEvents.at} < ${startOfJstDay(today).toISOString()}::timestamptz`,
        sql`not exists (select from ${commitments} where ${commitments.eventId} = ${applicationEvents.id})`,
      ),
    )
    .orderBy(asc(applicationEvents.at), asc(applicationEvents.id))
    .limit(eventsAtOnce);
  if (events.length === 0) return 0;
  const made = events.map(({ id: eventId, appraisalId, step, at, yen }) => {
    const day = jstDay(at);
    const sum = steps[step as Step] && yen !== null ? { yen } : {};
    const line = JSON.stringify({ day, gift: appraisalId, step, ...sum });
    const salt = randomBytes(32);
    return {
      eventId,
      appraisalId,
      day,
      line,
      salt: salt.toString('base64'),
      hash: hashOf(salt, line),
    };
  });
  // In the order of the hashes, which tells nothing of the order of the gifts.
  const hashes = made.map(({ hash }) => hash).sort();
  const [position = 0] = await appendEntries(
    tx,
    [{ kind: 'commitment', body: { hashes } }],
    clock(),
  );
  await tx.insert(commitments).values(made.map((one) => ({ ...one, position })));
  return events.length;
}

/** What opens the commitments to one's own gift; undefined for a gift of somebody else. */
export async function openingsOf(
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
  appraisalId: string,
): Promise<Opening[] | undefined> {
  const [own] = await db
    .select({ id: applications.appraisalId })
    .from(applications)
    .where(and(eq(applications.appraisalId, appraisalId), eq(applications.uid, uid)));
  if (!own) return undefined;
  const rows = await db
    .select()
    .from(commitments)
    .where(eq(commitments.appraisalId, appraisalId))
    .orderBy(asc(commitments.eventId));
  return rows.flatMap(({ line, salt, hash, position }) =>
    line === null || salt === null ? [] : [{ line, salt, hash, position }],
  );
}

/** Removes what opens the commitments to the gifts that a query numbers; their hashes stay in the log. */
export async function forgetOpenings(tx: Transaction, numbers: SQL): Promise<void> {
  await tx
    .update(commitments)
    .set({ appraisalId: null, salt: null, line: null })
    .where(sql`${commitments.appraisalId} in ${numbers}`);
}
