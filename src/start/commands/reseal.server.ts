import { parseArgs } from 'node:util';
import { runCommand, withDatabase } from '#start/command.server.ts';
import { openFiles } from '#start/open-files.server.ts';
import { readKeys, renewStoredSecret } from '#start/resealing/read-keys.server.ts';
import {
  forgetOldKeys,
  missingKeys,
  missingMessage,
  refuseLostSecret,
} from '#start/resealing/remembered-keys.server.ts';
import { reseal } from '#start/resealing/reseal.server.ts';
import { progressBar } from '#start/sample/progress-bar.server.ts';

const usage = 'npm run reseal -- [--new-secret] [--leave-lost]';

const flag = { type: 'boolean', default: false } as const;
const read = () => parseArgs({ options: { 'new-secret': flag, 'leave-lost': flag } }).values;

const nothingToDo = 'すべて、いまの鍵で封じてあります。';
const oldKeysMayGo =
  '保存してあるものに、前の鍵（SECRET_OLD、IDENTITY_KEY_OLD、DATA_DIRのsecret.old）はもう要りません。外すと、鍵を替える前からログインしたままの方はログインし直しになり、それまでに送ったメールの配信停止のリンクは使えなくなります。鍵が漏れたときはすぐに、そうでなければしばらくしてから外してください。';

// `npm run reseal`: re-encrypts what is stored under earlier keys with the current ones.
await runCommand({ usage, read }, async (options, env) => {
  if (options['new-secret'] && (env.DATABASE_URL !== '' || env.SECRET !== '')) {
    throw new Error(
      'SECRETは環境変数で決まっています。新しい値をSECRETに、いまの値をSECRET_OLDに入れてから、--new-secret なしで実行してください。' +
        ' / SECRET is set by the environment: put the new one there, the present one into SECRET_OLD, and leave out --new-secret.',
    );
  }
  await withDatabase(env, { maxConnections: 2 }, async (db) => {
    const mayMake = options['leave-lost'] ? undefined : () => refuseLostSecret(db, env.DATA_DIR);
    const missing = await missingKeys(db, await readKeys(env, mayMake));
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
        `開けないものが${lost}件あります。封じたときの鍵をSECRET_OLDかIDENTITY_KEY_OLDに入れて、もう一度実行してください。鍵がもうどこにもないときは、--leave-lost でそのままにして終えられます。` +
          ` / ${lost} items open under none of the keys: give the earlier key in SECRET_OLD or IDENTITY_KEY_OLD and run it again, or leave them with --leave-lost.`,
      );
    }
    await forgetOldKeys(db, keys);
    const all = outcomes.reduce((sum, one) => sum + one.resealed, 0);
    console.log(all > 0 ? `${all}件を、いまの鍵で封じ直しました。` : nothingToDo);
    console.log(oldKeysMayGo);
  });
});
