import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { readEntries } from '#money/public-book/public-entries.server.ts';
import { logHashes } from './log-tables.server.ts';
import { leafHash, type PerfectRoot, perfectRoot } from './merkle.server.ts';

// Tiles of a log by https://c2sp.org/tlog-tiles: 256 hashes wide, eight levels of the tree high.

export const tileWidth = 256;
const tileHeight = 8;

/** Leaves below one hash of a level of tiles. */
export const leavesBelow = (level: number): number => tileWidth ** level;

/** Hashes of a level of tiles from a place on; at most `count`. */
export async function hashesAt(
  db: Database | Transaction,
  level: number,
  { from, count }: { from: number; count: number },
): Promise<Buffer[]> {
  if (level === 0) {
    const entries = await readEntries(db, from, count);
    return entries.map(({ line }) => leafHash(Buffer.from(line)));
  }
  const rows = await db
    .select()
    .from(logHashes)
    .where(
      and(
        eq(logHashes.level, level),
        gte(logHashes.position, from),
        lt(logHashes.position, from + count),
      ),
    )
    .orderBy(asc(logHashes.position));
  return rows.map(({ hash }) => Buffer.from(hash, 'base64'));
}

/** Roots of perfect trees by the hashes that are kept: at most 128 of them are read for one. */
export const perfectIn =
  (db: Database | Transaction): PerfectRoot =>
  async (from, to) => {
    const depth = Math.log2(to - from);
    const level = Math.floor(depth / tileHeight);
    const below = leavesBelow(level);
    const count = (to - from) / below;
    const hashes = await hashesAt(db, level, { from: from / below, count });
    if (hashes.length !== count) throw new Error(`the log has no hash of ${from} to ${to}`);
    return perfectRoot(hashes);
  };

/** Keeps the root of each tile that became full with entries `before` to before `size`. */
export async function keepTiles(tx: Transaction, before: number, size: number): Promise<void> {
  for (let level = 0; leavesBelow(level + 1) <= size; level++) {
    const [first, end] = [before, size].map((leaves) =>
      Math.floor(leaves / leavesBelow(level + 1)),
    );
    for (let at = first ?? 0; at < (end ?? 0); at++) {
      const hashes = await hashesAt(tx, level, { from: at * tileWidth, count: tileWidth });
      const hash = perfectRoot(hashes).toString('base64');
      await tx
        .insert(logHashes)
        .values({ level: level + 1, position: at, hash })
        .onConflictDoNothing();
    }
  }
}

/** A place in the path of a tile: 1234067 is x001/x234/067. */
export function tilePath(index: number): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** The tile that a path names, and how many of its hashes are asked for; undefined if it names none. */
export function readTilePath(path: string): { index: number; width: number } | undefined {
  const [, place = '', width = `${tileWidth}`] =
    /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  const index = Number(place.replaceAll(/[x/]/g, ''));
  const wanted = Number(width);
  if (place === '' || tilePath(index) !== place || wanted > tileWidth) return undefined;
  if (path.includes('.p/') && wanted === tileWidth) return undefined;
  return { index, width: wanted };
}

/** Entries as a bundle: each with its length in two bytes before it. */
export function bundleOf(lines: readonly string[]): Buffer {
  return Buffer.concat(
    lines.flatMap((line) => {
      const bytes = Buffer.from(line);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}

/** The entries of a bundle. Throws RangeError if it is cut off. */
export function readBundle(bundle: Buffer): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bundle.length; ) {
    const length = bundle.readUInt16BE(at);
    const bytes = bundle.subarray(at + 2, at + 2 + length);
    if (bytes.length !== length) throw new RangeError('the bundle is cut off');
    lines.push(bytes.toString('utf8'));
    at += 2 + length;
  }
  return lines;
}
