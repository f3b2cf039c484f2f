import { asc, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#kit/db/database.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { retentionDays } from '#people/legal/retention-days.ts';
import { retractions } from '#people/retractions/retraction-tables.server.ts';
import type { Destination } from './destination.server.ts';
import { bytesOf, chunksOf } from './manifest.server.ts';

/** An entry as it is stored: a keyed hash, and no personal data. */
const Entry = z.object({ kind: z.string(), hash: z.string(), at: z.iso.datetime() });
export type ListedRetraction = z.infer<typeof Entry>;

const prefix = 'erasures/';
const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const nameOf = ({ id, at }: { id: string; at: Date }) => `${prefix}${dayOf(at)}/${id}.json`;
const entryForm = /^erasures\/(\d{4}-\d{2}-\d{2})\/[\w-]+\.json$/;

const copiedAtOnce = 100;
const readAtOnce = 8;
const dayMs = 24 * 60 * 60 * 1000;

/** Copies new retractions to where the backups are; returns how many. An entry is an object of its own: writers never meet. */
export async function copyRetractions(db: Database, store: Destination, at: Date): Promise<number> {
  const found = await db
    .select()
    .from(retractions)
    .where(isNull(retractions.copiedAt))
    .orderBy(asc(retractions.at))
    .limit(copiedAtOnce);
  for (const row of found) {
    const entry: ListedRetraction = { kind: row.kind, hash: row.hash, at: row.at.toISOString() };
    await store.write(nameOf(row), chunksOf(JSON.stringify(entry)));
  }
  const ids = found.map(({ id }) => id);
  if (ids.length > 0) {
    await db.update(retractions).set({ copiedAt: at }).where(inArray(retractions.id, ids));
  }
  return found.length;
}

/** Retractions after a backup was taken, from where the backups are, oldest first. */
export async function readRetractions(
  store: Destination,
  since: Date,
): Promise<ListedRetraction[]> {
  const names = (await store.list(prefix)).filter((name) => {
    const [, day] = entryForm.exec(name) ?? [];
    return day !== undefined && day >= dayOf(since);
  });
  const entries: ListedRetraction[] = [];
  for (let from = 0; from < names.length; from += readAtOnce) {
    const part = await Promise.all(
      names.slice(from, from + readAtOnce).map((name) => readEntry(store, name)),
    );
    entries.push(...part.flatMap((entry) => (entry && new Date(entry.at) > since ? [entry] : [])));
  }
  return entries.toSorted((one, other) => one.at.localeCompare(other.at));
}

async function readEntry(store: Destination, name: string): Promise<ListedRetraction | undefined> {
  const content = await store.read(name);
  if (!content) return undefined;
  return Entry.parse(JSON.parse((await bytesOf(content)).toString()));
}

/** Removes copied entries that no kept backup needs; rows go with the hourly sweep. */
export async function forgetRetractions(store: Destination, now: Date): Promise<void> {
  const before = new Date(now.getTime() - retentionDays.retraction * dayMs);
  for (const name of await store.list(prefix)) {
    const [, day] = entryForm.exec(name) ?? [];
    if (day !== undefined && day < dayOf(before)) await store.remove(name);
  }
}

const everyMs = 2_000;
const forgetEveryMs = dayMs;

/** Copies retractions as they happen, so that a restore of an earlier backup knows them. */
export function erasureList(
  { db, clock }: { db: Database; clock: () => Date },
  store: Destination,
) {
  let forgotAtMs = 0;
  return poll(
    async () => {
      const now = clock();
      while ((await copyRetractions(db, store, now)) === copiedAtOnce);
      if (now.getTime() - forgotAtMs < forgetEveryMs) return;
      await forgetRetractions(store, now);
      forgotAtMs = now.getTime();
    },
    { job: 'retractions', everyMs, failing: 'the list of erasures waits' },
  );
}
