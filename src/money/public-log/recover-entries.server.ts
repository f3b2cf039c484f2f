import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import {
  type EntryKind,
  entryKinds,
  publicEntries,
} from '#money/public-book/public-book-tables.server.ts';
import { countEntries } from '#money/public-book/public-entries.server.ts';
import { latestCheckpoint, publishedIn } from './checkpoints.server.ts';
import { verifierKeys } from './log-key.server.ts';
import { treeRoot } from './merkle.server.ts';
import { bundleFile, checkpointFile } from './published-log.server.ts';
import { keepTiles, perfectIn, readBundle, tileWidth } from './tiles.server.ts';

class Differs extends Error {}

/** Reads a file of a published log by its path below the site; undefined if there is none. */
export type PublishedFiles = (name: string) => Promise<Buffer | undefined>;

/**
 * Takes back published entries that a restored database lacks. Returns how many, or why not: nothing was published, or
 * it does not continue what is here. A log that lacks nothing is not read.
 */
export async function recoverEntries(
  ctx: Pick<Context, 'db' | 'clock'>,
  published: PublishedFiles,
): Promise<number | 'nothing' | 'differs'> {
  const note = (await published(checkpointFile))?.toString('utf8');
  if (note === undefined) return 'nothing';
  try {
    return await transaction(ctx.db, async (tx) => {
      // In the order of those who commit to events: the log, then the book.
      await lock(tx, 'public-log');
      await lock(tx, 'public-book');
      const checkpoint = publishedIn(note, await verifierKeys(tx));
      if (!checkpoint) throw new Differs();
      const before = await countEntries(tx);
      if (checkpoint.size <= before) return 0;
      await appendFrom(tx, published, { from: before, to: checkpoint.size, at: ctx.clock() });
      await keepTiles(tx, (await latestCheckpoint(tx))?.size ?? 0, checkpoint.size);
      const root = await treeRoot(perfectIn(tx), checkpoint.size);
      if (!root.equals(checkpoint.root)) throw new Differs();
      return checkpoint.size - before;
    });
  } catch (error) {
    if (error instanceof Differs) return 'differs';
    throw error;
  }
}

/** Appends the published entries from a position on, as they were published. */
async function appendFrom(
  tx: Transaction,
  published: PublishedFiles,
  { from, to, at }: { from: number; to: number; at: Date },
): Promise<void> {
  for (let position = from; position < to; ) {
    const index = Math.floor(position / tileWidth);
    const bundle = await published(bundleFile(index));
    if (!bundle) throw new Differs();
    const lines = linesOf(bundle).slice(position - index * tileWidth);
    const rows = lines.slice(0, to - position).map((line, offset) => ({
      ...{ position: position + offset, line, at },
      ...factsOf(line),
    }));
    if (rows.length === 0) throw new Differs();
    await tx.insert(publicEntries).values(rows);
    position += rows.length;
  }
}

function linesOf(bundle: Buffer): string[] {
  try {
    return readBundle(bundle);
  } catch (error) {
    if (error instanceof RangeError) throw new Differs();
    throw error;
  }
}

function factsOf(line: string): { day: string; kind: EntryKind } {
  const { day, kind } = parsed(line);
  if (typeof day !== 'string' || !entryKinds.some((one) => one === kind)) throw new Differs();
  return { day, kind: kind as EntryKind };
}

function parsed(line: string): { day?: unknown; kind?: unknown } {
  try {
    return Object(JSON.parse(line));
  } catch {
    throw new Differs();
  }
}
