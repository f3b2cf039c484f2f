import { parseArgs } from 'node:util';
import { openCluster } from '#server/db/cluster.ts';
import { connect, migrate } from '#server/db/database.ts';
import { readEnv } from '#server/env.ts';
import { signOut, type Whose } from './sign-out.ts';

const usage = 'npm run sign-out -- --email ADDRESS\nnpm run sign-out -- --everybody';

function readWhose(): Whose {
  const options = { email: { type: 'string' }, everybody: { type: 'boolean' } } as const;
  const { email, everybody } = parseArgs({ options }).values;
  if (everybody === true && email === undefined) return 'everybody';
  if (email !== undefined && everybody === undefined) return { email };
  throw new Error('one of the two');
}

/** `npm run sign-out`: ends the sessions of one person or of everybody, as after a theft. */
async function main() {
  let whose: Whose;
  try {
    whose = readWhose();
  } catch {
    throw new Error(`使い方が正しくありません。\n${usage}`);
  }
  const env = readEnv();
  const cluster = env.DATABASE_URL ? undefined : await openCluster({ dataDir: env.DATA_DIR });
  const url = cluster?.url ?? env.DATABASE_URL;
  try {
    await migrate(url);
    const { db, pool } = connect(url, { maxConnections: 1, statementMs: 0 });
    try {
      const count = await signOut(db, whose, { clock: () => new Date() });
      if (count === undefined) throw new Error('このメールアドレスのアカウントはありません。');
      console.log(`${count}件のログインを終わらせました。`);
    } finally {
      await pool.end();
    }
  } finally {
    await cluster?.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
