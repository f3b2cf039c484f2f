import pg from 'pg';
import { type Database, urlOf } from '#kit/db/database.server.ts';
import { lockNumbers } from '#kit/db/locks/lock.server.ts';
import { holderName, takeProcessLock } from '#kit/db/process-lock.server.ts';

/** Runs `work` while no other process loads or removes the sample; a crash releases the lock. */
export async function alone<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf(db), application_name: holderName });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (!(await takeProcessLock(client, lockNumbers.sample))) {
      throw new Error(
        '見本データの読み込みか取り除きが、ほかで進んでいます。終わるまでお待ちください。' +
          ' / Sample data is being loaded or removed elsewhere; wait until that has ended.',
      );
    }
    return await work();
  } finally {
    await client.end();
  }
}
