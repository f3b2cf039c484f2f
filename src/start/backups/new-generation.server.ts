import type { Transaction } from '#kit/db/database.server.ts';
import { type Floor, startGeneration } from '#kit/numbers/numbers.server.ts';
import type { Destination } from './destination.server.ts';
import type { Manifest } from './manifest.server.ts';

/** Marks of a backup: numbers given until then, and its generation. */
export type LaterMark = Pick<Manifest, 'id' | 'takenAt' | 'generation' | 'floors'>;

/** Starts the next generation of a restored installation, in the transaction that makes it usable. */
export async function startNewGeneration(
  tx: Transaction,
  {
    manifest,
    laterMarks,
    at,
  }: {
    /** The restored backup, and later ones at the same place. */
    manifest: LaterMark;
    laterMarks: readonly LaterMark[];
    source: Destination;
    at: Date;
  },
): Promise<{ generation: number; mark: string }> {
  const marks = [manifest, ...laterMarks];
  return startGeneration(tx, {
    floors: marks.flatMap(({ floors }) => floors) as Floor[],
    lastGeneration: Math.max(...marks.map(({ generation }) => generation)),
    reason: `restored from ${manifest.id}`,
    at,
  });
}
