import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { connectForWork, type Database } from '#kit/db/database.server.ts';
import { folderStore } from '#kit/files/files.server.ts';
import {
  defaultSample,
  loadSample,
  type SampleProgress,
} from '#start/sample/load-sample.server.ts';
import type { SampleOptions } from '#start/sample/sample-parts.server.ts';
import { testDatabase } from '#test/database.ts';
import { atEnd } from '#test/test-app.ts';

/** Time at which the tests load samples. */
export const sampleNow = new Date('2026-11-20T18:00:00+09:00');

/** A database of the test file with the sample loaded, and its pictures in `folder`. */
export async function loadedSample(
  options: SampleOptions = defaultSample,
  onProgress?: (progress: SampleProgress) => void,
) {
  const database = await testDatabase();
  const { db, pool } = connectForWork(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-sample-'));
  atEnd(async () => {
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const load = () =>
    loadSample({ db, clock: () => sampleNow, files: folderStore(folder) }, options, onProgress);
  await load();
  return { db, folder, load, ...asking(db) };
}

function asking(db: Database) {
  const rows = async <Row extends Record<string, unknown>>(statement: string) =>
    (await db.execute(sql.raw(statement))).rows as Row[];
  return {
    rows,
    /** The single value of a single row, as a number. */
    value: async (statement: string) => Number(Object.values((await rows(statement))[0] ?? {})[0]),
    /** Columns `n` by their keys `k`. */
    counts: async (statement: string) =>
      Object.fromEntries(
        (await rows<{ k: string; n: number }>(statement)).map(({ k, n }) => [k, n]),
      ),
  };
}
