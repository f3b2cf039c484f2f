import { parseArgs } from 'node:util';
import { backupPlace } from '#start/backups/backup-place.server.ts';
import { isBucket, openDestination } from '#start/backups/open-destination.server.ts';
import { showProgress } from '#start/backups/progress.server.ts';
import { runBackup } from '#start/backups/run-backup.server.ts';
import { runCommand, withDatabase } from '#start/command.server.ts';
import { openFiles } from '#start/open-files.server.ts';
import { readKeys } from '#start/resealing/read-keys.server.ts';

const usage = 'npm run backup -- [--to FOLDER | --to s3://BUCKET/PREFIX] [--with-secret]';

const read = () =>
  parseArgs({
    options: { to: { type: 'string' }, 'with-secret': { type: 'boolean', default: false } },
  }).values;

const nowhere =
  'バックアップの置き場所を --to か BACKUP_TO で指定してください。' +
  ' / Say where the backup goes, by --to or BACKUP_TO.';
const bucketNeedsRecipient =
  'バケットへのバックアップには暗号化が要ります。BACKUP_RECIPIENTに公開鍵（age1…）を指定してください。' +
  ' / A backup in a bucket must be encrypted: set BACKUP_RECIPIENT to a public key (age1…).';

const clock = () => new Date();

const notSealed =
  '暗号化していません。個人情報が入っているため、置き場所をほかの人が読めないようにしてください（BACKUP_RECIPIENTで暗号化できます）。';

// `npm run backup`: writes a backup of the database, pictures and papers, beside running servers.
await runCommand({ usage, read }, async (options, env) => {
  const place = options.to ?? backupPlace(env);
  if (place === undefined) throw new Error(nowhere);
  const recipients = env.BACKUP_RECIPIENT;
  if (isBucket(place) && recipients.length === 0) throw new Error(bucketNeedsRecipient);
  const to = openDestination(place, env, clock);
  const keys = options['with-secret'] ? await readKeys(env) : undefined;
  const secrets = keys && [keys.secret, ...keys.oldSecrets];
  await withDatabase(env, { maxConnections: 2, asItIs: true, mayBeRunning: true }, async (db) => {
    const files = openFiles(env, clock);
    const report = showProgress();
    const manifest = await runBackup({ db, files, clock }, { to, recipients, secrets, report });
    if (!manifest) return;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`バックアップを作りました：${manifest.id}（${to.name}）`);
    console.log(`${rows}行、写真と書類${manifest.files.count}点`);
    if (manifest.files.missing > 0) {
      console.log(`見つからない写真と書類が${manifest.files.missing}点あります。`);
    }
    if (recipients.length === 0) console.log(notSealed);
  });
});
