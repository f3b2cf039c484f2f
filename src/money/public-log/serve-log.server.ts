import type { Database } from '#kit/db/database.server.ts';
import { readEntries } from '#money/public-book/public-entries.server.ts';
import { latestCheckpoint } from './checkpoints.server.ts';
import type { LogEntry } from './log-entry.ts';
import { inclusionProof } from './merkle.server.ts';
import {
  bundleOf,
  hashesAt,
  leavesBelow,
  perfectIn,
  readTilePath,
  tileWidth,
} from './tiles.server.ts';

/** A file of the log; a full one never changes. */
type Served = { body: Buffer; isFull: boolean };

/** The note that was signed last; undefined before the first one. */
export const servedCheckpoint = async (db: Database): Promise<string | undefined> =>
  (await latestCheckpoint(db))?.note;

/** Hashes of a tile, where the signed log has them. */
export async function servedTile(
  db: Database,
  levelText: string,
  path: string,
): Promise<Served | undefined> {
  const tile = readTilePath(path);
  if (!tile || !/^[0-5]$/.test(levelText)) return undefined;
  const level = Number(levelText);
  const from = tile.index * tileWidth;
  const size = (await latestCheckpoint(db))?.size ?? 0;
  if ((from + tile.width) * leavesBelow(level) > size) return undefined;
  const hashes = await hashesAt(db, level, { from, count: tile.width });
  return { body: Buffer.concat(hashes), isFull: tile.width === tileWidth };
}

/** Entries of a bundle, where the signed log has them. */
export async function servedBundle(db: Database, path: string): Promise<Served | undefined> {
  const tile = readTilePath(path);
  if (!tile) return undefined;
  const from = tile.index * tileWidth;
  const size = (await latestCheckpoint(db))?.size ?? 0;
  if (from + tile.width > size) return undefined;
  const entries = await readEntries(db, from, tile.width);
  const body = bundleOf(entries.map(({ line }) => line));
  return { body, isFull: tile.width === tileWidth };
}

/** An entry with its proof; undefined for one that was not signed yet. */
export async function entryInLog(db: Database, position: number): Promise<LogEntry | undefined> {
  const latest = await latestCheckpoint(db);
  if (!latest || position >= latest.size) return undefined;
  const [entry] = await readEntries(db, position, 1);
  if (!entry) return undefined;
  const proof = await inclusionProof(perfectIn(db), position, latest.size);
  return {
    ...{ position, day: entry.day, kind: entry.kind, line: entry.line },
    ...{ size: latest.size, root: latest.root },
    proof: proof.map((hash) => hash.toString('base64')),
  };
}
