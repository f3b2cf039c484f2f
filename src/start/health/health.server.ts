import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, newConnections, urlOf } from '#kit/db/database.server.ts';
import { migrationState } from '#kit/db/migrate.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { imageFile } from '#kit/files/files.server.ts';
import { hasOwnMark } from '#kit/files/store-mark.server.ts';
import { formatOf } from '#kit/images/encode-image.server.ts';
import type { ImageType } from '#kit/images/image.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { formatInWords } from '#kit/values/timestamp.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { backups } from '#start/backups/backup-tables.server.ts';

/** State of a part; unknown if it cannot be checked while the database is down. */
type PartState = 'ok' | 'failing' | 'unknown';
type Part = { name: string; label: string; state: PartState; says: string };
type Parts = { status: 'ok' | 'failing'; parts: Part[] };

type HealthDeps = Pick<
  Dependencies,
  'db' | 'clock' | 'disk' | 'files' | 'hasMailServer' | 'backupsAt'
>;
type Finding = { state: PartState; says: string };
type Findings = Record<'database' | 'schema' | 'mails' | 'pictures' | 'backups', Finding>;

/** More frequent requests get the same answer. */
const answerHoldsMs = 5_000;
/** Longer, since pictures are read completely from a store that may charge per request. */
const picturesHoldMs = 60_000;
const partTimeoutMs = 3_000;
const minFreeBytes = 1024 ** 3;
/** A mail server may be down for minutes without an alarm. */
const lateMailMinutes = 15;
/** A night and half a day. */
const oldBackupMs = 36 * 60 * 60_000;
const picturesRead = 4;
/** Grace period, since a picture's row is written before its files. */
const writtenMs = 10 * 60_000;

const ok = (says: string): Finding => ({ state: 'ok', says });
const failing = (says: string): Finding => ({ state: 'failing', says });
const unknown: Finding = {
  state: 'unknown',
  says: 'データベースの状態のため、確かめられません。',
};
const away = failing(
  'データベースに新しく接続できないか、応答がありません。作っておいたページだけを表示しています。',
);
const foreignStore =
  '写真と書類の置き場所が、ほかのサーバーと違います。npm run doctor でご確認ください。';
const unanswered = failing('データベースの応答がなく、確かめられません。');

async function schemaPart(db: Database): Promise<Finding> {
  const { pending, unknown: foreign } = await migrationState(db);
  if (foreign.length > 0) {
    return failing('データベースは、より新しい版が更新したものです。この版では使えません。');
  }
  if (pending.length > 0) return failing('データベースに、この版の更新が行われていません。');
  return ok('データベースの構造は、この版のものです。');
}

async function mailPart(db: Database, hasMailServer: boolean): Promise<Finding> {
  const late = sql`now() - make_interval(mins => ${lateMailMinutes} + ${outboxMails.waitsMinutes})`;
  const [stuck] = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.state, 'waiting'),
        lt(outboxMails.createdAt, late),
        // Failed or never tried; mails waiting for their time are neither.
        sql`(${outboxMails.lastError} <> '' or ${outboxMails.availableAt} < now() - make_interval(mins => ${lateMailMinutes}))`,
      ),
    )
    .limit(1);
  if (stuck) return failing(`${lateMailMinutes}分以上送り出せないメールがあります。`);
  return ok(
    hasMailServer
      ? 'メールは滞りなく送り出しています。'
      : 'メールサーバーは未設定です。メールはファイルに書き出しています。',
  );
}

/**
 * Reads some pictures, different ones each time, so that a lost folder or bucket is found at once and single losses
 * eventually.
 */
async function picturesPart(db: Database, { clock, files }: HealthDeps): Promise<Finding> {
  if (!(await hasOwnMark(db, files).catch(() => true))) return failing(foreignStore);
  const before = new Date(clock().getTime() - writtenMs);
  const from = (id: string, count: number) =>
    db
      .select()
      .from(images)
      .where(and(gte(images.id, id), lt(images.createdAt, before)))
      .orderBy(images.id)
      .limit(count);
  for (const picture of [...(await from('', 1)), ...(await from(randomUUID(), picturesRead))]) {
    const isThere = await files.read(fileOf(picture)).then(
      (bytes) => bytes !== undefined,
      () => false,
    );
    if (isThere || (await db.$count(images, eq(images.id, picture.id))) === 0) continue;
    return failing('保存したはずの画像が、見つからないか、読み取れません。');
  }
  return ok('保存した画像を読み取れます。');
}

const sameDisk = '同じディスクにあるため、その故障には備えられません（BACKUP_TO）。';

/**
 * Last backup at the place of nightly ones: never, too old, or failed. `since` is the process's start, before which a
 * new installation could have none.
 */
async function backupPart(
  db: Database,
  place: HealthDeps['backupsAt'],
  { now, since }: { now: Date; since: Date },
): Promise<Finding> {
  if (place === undefined) {
    return ok('このサーバーは、バックアップを取らない設定です（BACKUP_TO）。');
  }
  const latest = (which?: SQL) =>
    db
      .select()
      .from(backups)
      .where(and(eq(backups.destination, place.name), which))
      .orderBy(desc(backups.startedAt))
      .limit(1);
  const [[last], [done]] = await Promise.all([latest(), latest(eq(backups.state, 'done'))]);
  const isOld = (at: Date) => now.getTime() - at.getTime() > oldBackupMs;
  if (!done?.endedAt) {
    if (last?.state === 'failed') return failing('バックアップに失敗し、まだ一つもありません。');
    return isOld(since)
      ? failing('バックアップが、まだ一つもありません。')
      : ok('最初のバックアップは、これから取ります。');
  }
  const when = `最後のバックアップは${formatInWords(done.endedAt)}のもの`;
  if (isOld(done.endedAt)) return failing(`${when}で、新しいものがありません。`);
  if (last?.state === 'failed') return failing(`${when}で、その後は失敗しています。`);
  if (done.proof !== null && done.proof !== 'ok') {
    return failing(`${when}ですが、試しに戻すことができませんでした。`);
  }
  return ok(`${when}です。${place.isInDataDir ? sameDisk : ''}`);
}

/** Largest width of a picture, which each has. */
const fileOf = ({ id, widths, contentType }: typeof images.$inferSelect) =>
  imageFile(id, Math.max(...widths), formatOf[contentType as ImageType]);

/** Liveness is the route's own; this knows readiness, and the state of each part for alarms (docs/decisions/0007). */
export const health = (dependencies: HealthDeps) => {
  const { db, clock, disk, hasMailServer } = dependencies;
  const onNewConnection = newConnections(urlOf(db));
  const since = clock();
  let isStopping = false;
  let isSchemaOurs = () => true;
  let latest: { parts: Promise<Parts>; atMs: number } | undefined;
  let pictures: { part: Finding; atMs: number } | undefined;

  const isFresh = (atMs: number | undefined, forMs: number) =>
    atMs !== undefined && Math.abs(clock().getTime() - atMs) < forMs;

  async function diskPart(): Promise<Finding> {
    try {
      await disk.tryWriting();
      if ((await disk.freeBytes()) < minFreeBytes) {
        return failing('データのフォルダー（DATA_DIR）の空きが、1GBを切りました。');
      }
      return ok('データのフォルダー（DATA_DIR）に書き込めます。');
    } catch {
      return failing(
        'データのフォルダー（DATA_DIR）に書き込めません。空きと権限をご確認ください。',
      );
    }
  }

  async function cachedPicturesPart(source: Database): Promise<Finding> {
    if (!pictures || !isFresh(pictures.atMs, picturesHoldMs)) {
      pictures = { part: await picturesPart(source, dependencies), atMs: clock().getTime() };
    }
    return pictures.part;
  }

  /** On a new connection: open ones may work while no further one can be made. */
  async function askDatabase(found: Findings): Promise<void> {
    await onNewConnection(async (fresh) => {
      await fresh.execute('select 1');
      found.database = ok('新しい接続に応答しています。');
      found.schema = unanswered;
      found.schema = await schemaPart(fresh);
      if (found.schema.state !== 'ok') return;
      found.mails = unanswered;
      found.mails = await mailPart(fresh, hasMailServer);
      found.backups = unanswered;
      found.backups = await backupPart(fresh, dependencies.backupsAt, { now: clock(), since });
      found.pictures = unanswered;
      found.pictures = await cachedPicturesPart(fresh);
    });
  }

  async function checkParts(): Promise<Parts> {
    const found: Findings = {
      database: away,
      schema: unknown,
      mails: unknown,
      pictures: unknown,
      backups: unknown,
    };
    const [space] = await Promise.all([
      withDeadline(diskPart(), failing('データのフォルダー（DATA_DIR）が応答しません。')),
      // Findings made before the timeout count.
      withDeadline(
        askDatabase(found).catch(() => undefined),
        undefined,
      ),
    ]);
    const parts: Part[] = [
      { name: 'database', label: 'データベース', ...found.database },
      { name: 'schema', label: 'データベースの構造', ...found.schema },
      { name: 'disk', label: 'ディスク', ...space },
      { name: 'mails', label: 'メール', ...found.mails },
      { name: 'pictures', label: '画像', ...found.pictures },
      { name: 'backups', label: 'バックアップ', ...found.backups },
    ];
    return { status: parts.every(({ state }) => state === 'ok') ? 'ok' : 'failing', parts };
  }

  return {
    /** From memory only: cached pages are served even while the database is down. */
    isReady: (): boolean => !isStopping && isSchemaOurs(),

    /** Sets the check of whether the database still has this version's schema. */
    watchSchema(isOurs: () => boolean): void {
      isSchemaOurs = isOurs;
    },

    /** Reports not ready from now on. */
    stopServing(): void {
      isStopping = true;
    },

    /** State of each part, cached for some seconds. */
    parts(): Promise<Parts> {
      if (!latest || !isFresh(latest.atMs, answerHoldsMs)) {
        latest = { parts: checkParts(), atMs: clock().getTime() };
      }
      return latest.parts;
    },
  };
};

const withDeadline = <T>(part: Promise<T>, late: T): Promise<T> =>
  Promise.race([part, wait(partTimeoutMs, late, { ref: false })]);
