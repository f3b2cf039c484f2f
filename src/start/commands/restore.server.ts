import { mkdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { urlOf } from '#kit/db/database.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { formatInWords } from '#kit/values/timestamp.ts';
import { backupPlace } from '#start/backups/backup-place.server.ts';
import {
  type CheckedBackup,
  checkBackup,
  findBackup,
  openSecrets,
} from '#start/backups/check-backup.server.ts';
import { openDestination } from '#start/backups/open-destination.server.ts';
import { showProgress } from '#start/backups/progress.server.ts';
import { adoptDatabase, restoreBackup } from '#start/backups/restore.server.ts';
import { muchWriting, runCommand, withDatabase } from '#start/command.server.ts';
import type { Env } from '#start/env.server.ts';
import { openFiles } from '#start/open-files.server.ts';
import { keepSecrets, readKeys } from '#start/resealing/read-keys.server.ts';
import { missingKeysOf } from '#start/resealing/remembered-keys.server.ts';

const usage =
  'npm run restore -- --from FOLDER|s3://BUCKET/PREFIX [--backup ID] [--identity FILE] [--leave-lost]\nnpm run restore -- --loaded TIME';

function read() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      from: text,
      backup: text,
      identity: text,
      loaded: text,
      'leave-lost': { type: 'boolean', default: false },
    },
  });
  const { from, loaded, ...others } = values;
  if (loaded !== undefined) return { loaded: z.coerce.date().parse(loaded) };
  return { from: z.string().parse(from), ...others };
}

const clock = () => new Date();

const differ = (count: number) =>
  `バックアップの時点で、集計や帳簿が記録と${count}件違っていました。「npm run sums」でご確認ください。`;

/** Secret keys of a file as `age-keygen` writes it. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => /^AGE-SECRET-KEY-1[A-Z0-9]+$/.test(line));
  if (identities.length > 0) return identities;
  throw new Error(
    `${file} に、ageの秘密鍵（AGE-SECRET-KEY-1…）がありません。` +
      ` / ${file} holds no secret key of age (AGE-SECRET-KEY-1…).`,
  );
}

/**
 * Keys of the installation, and the secrets among them to put into the data folder, from the backup. Refuses if a key that stored data may need is neither there nor
 * inside.
 */
async function secretsFor(
  checked: CheckedBackup,
  env: Env,
  mayLackKeys: boolean,
): Promise<{ fromBackup: string[]; keys: Secrets }> {
  const isKeptInFolder = env.SECRET === '';
  const inside = checked.manifest.hasSecret && isKeptInFolder ? await openSecrets(checked) : [];
  const [secret = '', ...oldSecrets] = inside;
  const keys =
    inside.length > 0
      ? { secret, oldSecrets, identityKey: env.IDENTITY_KEY, oldIdentityKeys: env.IDENTITY_KEY_OLD }
      : await readKeys(env, async () => {
          throw new NoKey();
        }).catch((error: unknown) => {
          if (error instanceof NoKey) return undefined;
          throw error;
        });
  const { secrets, identity } = checked.manifest.keys;
  const missing = keys
    ? missingKeysOf(checked.manifest.keys, keys)
    : [...secrets, ...identity].length > 0
      ? ['SECRET']
      : [];
  if (missing.length > 0 && !mayLackKeys) throw new Error(keysMissing(missing, env.DATA_DIR));
  return { fromBackup: inside, keys: keys ?? { secret: '' } };
}

/** There is no secret yet, and none is made. */
class NoKey extends Error {}

const keysMissing = (missing: readonly string[], dataDir: string) =>
  `バックアップの内容を封じた鍵（${missing.join('、')}）がありません。環境変数か ${dataDir}/secret に元の鍵を置いて、もう一度お試しください。どこにもないときは --leave-lost で、開けなくなったものを残して戻せます。何も変更していません。` +
  ` / The key that the backup's content is sealed under (${missing.join(', ')}) is missing: give it by the environment or in ${dataDir}/secret and try again. If it is nowhere any more, --leave-lost restores all the same. Nothing was changed.`;

/** Tables with their indexes, beside what the load writes meanwhile. */
const sizeInDatabase = 2.5;

async function refuseWithoutSpace({ manifest }: CheckedBackup, env: Env): Promise<void> {
  const rows = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const needed =
    (env.DATABASE_URL === '' ? rows * sizeInDatabase : 0) +
    (env.S3_ENDPOINT === '' ? manifest.files.totalBytes : 0);
  await mkdir(env.DATA_DIR, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(env.DATA_DIR);
  if (bavail * bsize > needed) return;
  const gigabytes = (needed / 1024 ** 3).toFixed(1);
  throw new Error(
    `${env.DATA_DIR} の空きが足りません。およそ${gigabytes}GB要ります。` +
      ` / ${env.DATA_DIR} has not enough space: about ${gigabytes} GB are needed.`,
  );
}

type Asked = Extract<ReturnType<typeof read>, { from: string }>;

async function restore(options: Asked, env: Env): Promise<void> {
  const report = showProgress();
  const source = openDestination(options.from, env, clock);
  const manifest = await findBackup(source, options.backup);
  const identities = options.identity ? await readIdentities(options.identity) : [];
  const checked = await checkBackup(source, manifest, { identities, report });
  const { fromBackup, keys } = await secretsFor(checked, env, options['leave-lost']);
  await refuseWithoutSpace(checked, env);
  const opening = { maxConnections: 1, asItIs: true, settings: muchWriting };
  await withDatabase(env, opening, async (db) => {
    const files = openFiles(env, clock);
    const { generation, differences } = await restoreBackup(urlOf(db), checked, {
      ...{ files, clock, report, secrets: keys },
      beforeUse: () => keepSecrets(env.DATA_DIR, fromBackup),
    });
    const takenAt = formatInWords(new Date(manifest.takenAt));
    console.log(`${takenAt}のバックアップ ${manifest.id} から戻しました（第${generation}世代）。`);
    console.log(isLost);
    if (differences > 0) console.log(differ(differences));
  });
}

/** After pg_restore and the like: what a restore of ours does at its end. */
async function adopt(takenAt: Date, env: Env): Promise<void> {
  const place = backupPlace(env) ?? join(env.DATA_DIR, 'backups');
  const source = openDestination(place, env, clock);
  await withDatabase(env, { maxConnections: 1, asItIs: true }, async (db) => {
    const secrets = await readKeys(env);
    const { generation } = await adoptDatabase(urlOf(db), { takenAt, source, secrets, clock });
    console.log(`${formatInWords(takenAt)}のデータベースとして始めます（第${generation}世代）。`);
    console.log(isLost);
  });
}

const isLost = 'この時刻より後の記録は失われています。';

// `npm run restore`: restores a backup into an empty installation, with the embedded database or DATABASE_URL; with
// `--loaded`, begins on a database that another tool restored.
await runCommand({ usage, read }, (options, env) =>
  options.loaded ? adopt(options.loaded, env) : restore(options, env),
);
