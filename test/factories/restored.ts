import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { transaction } from '#kit/db/database.server.ts';
import { type Floor, floorsQuery } from '#kit/numbers/numbers.server.ts';
import { folderDestination } from '#start/backups/destination.server.ts';
import { copyRetractions } from '#start/backups/erasure-list.server.ts';
import { startNewGeneration } from '#start/backups/new-generation.server.ts';
import type { TestDatabase } from '#test/database.ts';
import { backupsOf } from '#test/money-model/backup.ts';
import { type TestApp, testSecret } from '#test/test-app.ts';

/** Takes backups of a test's database, and puts the last one in its place as a new generation. */
export function restorable(house: TestApp) {
  const { db, clock, folder } = house;
  const workPool = (house.dependencies.workDb as unknown as { $client: pg.Pool }).$client;
  const backups = backupsOf(house.databaseUrl, [house.pool, workPool]);
  const store = folderDestination(join(folder, 'destination'));
  let kept: { database: TestDatabase; takenAt: Date } | undefined;

  return {
    store,
    async backUp(): Promise<void> {
      await kept?.database.drop();
      kept = { takenAt: clock.now, database: await backups.make() };
    },

    /** Copies the list, as the product does all the time, and loses everything else since the backup. */
    async restore({ isNewGeneration = true, knowsFloors = false } = {}) {
      if (!kept) throw new Error('there is no backup');
      await copyRetractions(db, store, clock.now);
      const floors = knowsFloors ? (await db.execute<Floor>(sql.raw(floorsQuery))).rows : [];
      const { takenAt, database } = kept;
      await backups.restore(database);
      if (!isNewGeneration) return undefined;
      const mark = { id: `backup-${randomUUID()}`, generation: 1, floors };
      return transaction(db, (tx) =>
        startNewGeneration(tx, {
          manifest: { ...mark, takenAt: takenAt.toISOString() },
          laterMarks: [],
          source: store,
          secrets: { secret: testSecret },
          at: clock.now,
        }),
      );
    },
  };
}
