import { max } from 'drizzle-orm';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { generations } from '#kit/numbers/number-tables.server.ts';
import { jstDay, jstHour } from '#kit/values/timestamp.ts';
import { countEntries } from '#money/public-book/public-entries.server.ts';
import { latestCheckpoint, publishedIn } from './checkpoints.server.ts';
import { signingKey, verifierKeys } from './log-key.server.ts';
import { logCheckpoints } from './log-tables.server.ts';
import { treeRoot } from './merkle.server.ts';
import { checkpointText, signNote } from './note.server.ts';
import { publishedNotes, publishFiles } from './published-log.server.ts';
import { noteSealed, noteStopped, type StopReason } from './stopped-log.server.ts';
import { keepTiles, perfectIn } from './tiles.server.ts';

class Stopped extends Error {
  readonly reason: StopReason;
  readonly publishedSize: number;
  constructor(reason: StopReason, publishedSize: number) {
    super(`the published log is not a beginning of this one: ${reason}`);
    this.reason = reason;
    this.publishedSize = publishedSize;
  }
}

/** From this hour of the day in Asia/Tokyo on; before it the day's entries are still being written. */
const sealingHour = 3;

/**
 * Signs all entries of the public book, once a day and only as a continuation of what was published: a restored or
 * copied database that lacks some of it, or says something else, signs nothing and says so.
 */
export async function sealLog(ctx: Context): Promise<'sealed' | 'nothing' | StopReason> {
  // What an earlier round signed and could not copy, since it ended or the store was away.
  await publishFiles(ctx);
  const [now, last] = [ctx.clock(), await latestCheckpoint(ctx.db)];
  if (jstHour(now) < sealingHour || last?.day === jstDay(now)) return 'nothing';
  const notes = await publishedNotes(ctx);
  try {
    const sealed = await transaction(ctx.db, (tx) => sealIn(ctx, tx, notes));
    await noteSealed(ctx);
    if (!sealed) return 'nothing';
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    await noteStopped(ctx, { reason: error.reason, publishedSize: error.publishedSize });
    return error.reason;
  }
  await publishFiles(ctx);
  return 'sealed';
}

/** Returns whether there was something to sign. */
async function sealIn(ctx: Context, tx: Transaction, notes: readonly string[]): Promise<boolean> {
  await lock(tx, 'public-log');
  const last = await latestCheckpoint(tx);
  const size = await countEntries(tx);
  const [at, day, before] = [ctx.clock(), jstDay(ctx.clock()), last?.size ?? 0];
  if (last?.day === day) return false;
  await keepTiles(tx, before, size);
  const known = await verifierKeys(tx);
  for (const note of notes) await demandContinuation(tx, { note, known, size });
  if (size === before) return false;
  const key = await signingKey(ctx, tx);
  const root = await treeRoot(perfectIn(tx), size);
  const [row] = await tx.select({ generation: max(generations.number) }).from(generations);
  const generation = row?.generation ?? 1;
  const note = signNote(checkpointText({ origin: key.name, size, root, generation }), key);
  await tx
    .insert(logCheckpoints)
    .values({ size, root: root.toString('base64'), day, generation, note, at });
  return true;
}

async function demandContinuation(
  tx: Transaction,
  { note, known, size }: { note: string; known: readonly string[]; size: number },
): Promise<void> {
  const published = publishedIn(note, known);
  if (!published) throw new Stopped('unknown-key', 0);
  if (published.size > size) throw new Stopped('behind', published.size);
  const own = await treeRoot(perfectIn(tx), published.size);
  if (!own.equals(published.root)) throw new Stopped('fork', published.size);
}
