import pg from 'pg';
import { type Database, urlOf } from '#server/db/database.ts';

/** Any number that no other program takes as its advisory lock on this database. */
const sampleLock = 7_461_002;

/** Does `work` while no other process loads or removes the sample; a crash gives the lock back. */
export async function alone<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: urlOf(db) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [sampleLock]);
    if (!rows[0].taken) {
      throw new Error(
        '見本データの読み込みか取り除きが、ほかで進んでいます。終わるまでお待ちください。',
      );
    }
    return await work();
  } finally {
    await client.end();
  }
}
