import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { isLoopback } from '#kit/files/safe-address.server.ts';
import { readEntries } from '#money/public-book/public-entries.server.ts';
import { latestCheckpoint, publishedIn } from './checkpoints.server.ts';
import { verifierKeys } from './log-key.server.ts';
import { treeRoot } from './merkle.server.ts';
import { bundleOf, perfectIn, tilePath, tileWidth } from './tiles.server.ts';

/** Copy of what was published, in the store of pictures and papers, which outlives the database. */
export const checkpointFile = 'log/checkpoint';
export const bundleFile = (index: number): string => `log/tile/entries/${tilePath(index)}`;

const answerMs = 3_000;

/** The checkpoint served at PUBLIC_URL; undefined if it cannot be reached. */
async function noteOnSite(publicUrl: string): Promise<string | undefined> {
  if (isLoopback(new URL(publicUrl))) return undefined;
  try {
    const signal = AbortSignal.timeout(answerMs);
    const reply = await fetch(`${publicUrl}/${checkpointFile}`, { signal, redirect: 'error' });
    return reply.ok ? await reply.text() : undefined;
  } catch {
    // Not reached: the copy beside the papers still tells.
    return undefined;
  }
}

/** Checkpoints that were published: of the copy beside the papers, and of the site. */
export async function publishedNotes(
  { files, publicUrl }: Pick<Context, 'files' | 'publicUrl'>,
  onSite: (publicUrl: string) => Promise<string | undefined> = noteOnSite,
): Promise<string[]> {
  const copy = (await files.read(checkpointFile))?.toString('utf8');
  return [copy, await onSite(publicUrl)].filter((note) => note !== undefined);
}

/**
 * Copies entries and checkpoint beside the papers, where the copy is behind; entries first, so that the checkpoint
 * covers what is there. One process at a time, so that a slow one puts nothing old over the new. A copy that is no part
 * of this log stays as it is: sealing stops at it.
 */
export const publishFiles = ({ db, files }: Pick<Context, 'db' | 'files'>): Promise<void> =>
  transaction(db, async (tx) => {
    await lock(tx, 'public-log');
    const latest = await latestCheckpoint(tx);
    if (!latest) return;
    const copied = await copiedSize(tx, files, latest.size);
    if (copied === undefined || copied >= latest.size) return;
    for (let from = copied - (copied % tileWidth); from < latest.size; from += tileWidth) {
      const count = Math.min(tileWidth, latest.size - from);
      const lines = (await readEntries(tx, from, count)).map(({ line }) => line);
      await files.write(bundleFile(from / tileWidth), bundleOf(lines));
    }
    await files.write(checkpointFile, Buffer.from(latest.note));
  });

/** Entries that the copy has of this log of `size` entries; undefined where it is a copy of another. */
async function copiedSize(
  tx: Transaction,
  files: Context['files'],
  size: number,
): Promise<number | undefined> {
  const copy = (await files.read(checkpointFile))?.toString('utf8');
  if (copy === undefined) return 0;
  const copied = publishedIn(copy, await verifierKeys(tx));
  if (!copied || copied.size > size) return copied?.size;
  return (await treeRoot(perfectIn(tx), copied.size)).equals(copied.root) ? copied.size : undefined;
}
