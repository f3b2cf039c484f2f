import { parseArgs } from 'node:util';
import { openCluster } from '#server/db/cluster.ts';
import { connect, migrate } from '#server/db/database.ts';
import { progressBar } from '#server/db/sample/progress-bar.ts';
import { type Env, readEnv } from '#server/env.ts';
import { openFiles } from '#server/outside/open-files.ts';
import { readKeys, renewStoredSecret } from './read-keys.ts';
import { forgetOldKeys, missingKeys, missingMessage } from './remembered-keys.ts';
import { reseal } from './reseal.ts';

const usage = 'npm run reseal -- [--new-secret] [--leave-lost]';

type Options = { 'new-secret': boolean; 'leave-lost': boolean };

function readOptions(): Options {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { 'new-secret': flag, 'leave-lost': flag } }).values;
  } catch {
    throw new Error(`使い方が正しくありません。\n${usage}`);
  }
}

/** `npm run reseal`: seals what is stored under earlier keys anew with the present ones. */
async function main() {
  const options = readOptions();
  const env = readEnv();
  if (options['new-secret'] && (env.DATABASE_URL !== '' || env.SECRET !== '')) {
    throw new Error(
      'SECRETは環境変数で決まっています。新しい値をSECRETに、いまの値をSECRET_OLDに入れてから、--new-secret なしで実行してください。',
    );
  }
  const cluster = env.DATABASE_URL ? undefined : await openCluster({ dataDir: env.DATA_DIR });
  try {
    await resealIn(cluster?.url ?? env.DATABASE_URL, env, options);
  } finally {
    await cluster?.stop();
  }
}

async function resealIn(url: string, env: Env, options: Options) {
  await migrate(url);
  const { db, pool } = connect(url, { maxConnections: 2, statementMs: 0 });
  try {
    const missing = await missingKeys(db, await readKeys(env));
    if (missing.length > 0 && !options['leave-lost']) throw new Error(missingMessage(missing));
    if (options['new-secret']) await renewStoredSecret(env.DATA_DIR);
    const keys = await readKeys(env);
    const files = openFiles(env, () => new Date());
    const outcomes = await reseal({ db, files, keys }, progressBar());
    for (const { what, resealed, lost } of outcomes) {
      if (resealed > 0) console.log(`${what}：${resealed}件を封じ直しました。`);
      if (lost > 0) console.log(`${what}：${lost}件は、どの鍵でも開けません。`);
    }
    const lost = outcomes.reduce((sum, one) => sum + one.lost, 0);
    if (lost > 0 && !options['leave-lost']) {
      throw new Error(
        `開けないものが${lost}件あります。封じたときの鍵をSECRET_OLDかIDENTITY_KEY_OLDに入れて、もう一度実行してください。鍵がもうどこにもないときは、--leave-lost でそのままにして終えられます。`,
      );
    }
    await forgetOldKeys(db, keys);
    const all = outcomes.reduce((sum, one) => sum + one.resealed, 0);
    console.log(all > 0 ? `${all}件を、いまの鍵で封じ直しました。` : nothingToDo);
    console.log(oldKeysMayGo);
  } finally {
    await pool.end();
  }
}

const nothingToDo = 'すべて、いまの鍵で封じてあります。';
const oldKeysMayGo =
  '保存してあるものに、前の鍵（SECRET_OLD、IDENTITY_KEY_OLD、DATA_DIRのsecret.old）はもう要りません。外すと、鍵を替える前からログインしたままの方はログインし直しになり、それまでに送ったメールの配信停止のリンクは使えなくなります。鍵が漏れたときはすぐに、そうでなければしばらくしてから外してください。';

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
