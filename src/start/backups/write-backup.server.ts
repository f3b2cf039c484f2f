import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { version } from '#kit/db/version.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import { floorsQuery } from '#kit/numbers/numbers.server.ts';
import { rememberedKeys } from '#start/resealing/remembered-keys.server.ts';
import { isThere, textSettings } from './connection.server.ts';
import type { Destination } from './destination.server.ts';
import { listFiles } from './listed-files.server.ts';
import {
  type BackupTable,
  chunksOf,
  folderOf,
  formatVersion,
  listBackups,
  type Manifest,
  readManifest,
  writeManifest,
} from './manifest.server.ts';
import type { Report } from './progress.server.ts';
import { checkRecipients, endingFor, Meter, sealedBytes, storePacked } from './sealing.server.ts';

export type BackupOptions = {
  to: Destination;
  /** Public keys to encrypt to; none: not encrypted. */
  recipients: readonly string[];
  /** Further recipient, whose identity only its maker keeps: of a trial restore. */
  alsoTo?: string | undefined;
  /** The secrets, if they are to be inside. */
  secrets?: readonly string[] | undefined;
  report: Report;
  signal?: AbortSignal | undefined;
};

/** New id, by time. */
export const newBackupId = (at: Date): string =>
  `${at.toISOString().replace(/[-:]|\.\d{3}/g, '')}-${randomBytes(4).toString('hex')}`;

/**
 * Writes a backup of one snapshot on `client`, a connection of its own, while others write. Returns its manifest, which
 * is written last.
 */
export async function writeBackup(
  { client, files, clock }: { client: pg.Client; files: FileStore; clock: () => Date },
  id: string,
  { to, recipients, alsoTo, secrets, report, signal }: BackupOptions,
): Promise<Manifest> {
  const sealTo = alsoTo === undefined ? [...recipients] : [...recipients, alsoTo];
  if (recipients.length === 0) sealTo.length = 0;
  await checkRecipients(sealTo);
  if (secrets && recipients.length === 0) throw new Error(secretNeedsRecipient);
  const folder = folderOf(id);
  const ending = endingFor(recipients);
  const takenAt = clock();
  const listed = await tablesOf(client);
  if (listed.length === 0 || !(await isThere(client, 'drizzle.__drizzle_migrations'))) {
    throw new Error(nothingThere);
  }
  await client.query('begin isolation level repeatable read, read only');
  // Before the snapshot: a change of the schema during the copies would empty them.
  await client.query(
    `lock table ${listed.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
  );
  await client.query(textSettings);
  const state = await stateOf(client);

  const totalBytes = listed.reduce((sum, { size }) => sum + size, 0);
  const tables: BackupTable[] = [];
  let doneBytes = 0;
  for (const { name, columns, size } of listed) {
    signal?.throwIfAborted();
    const meter = new Meter({ countsLines: true });
    meter.on('data', () => {
      const done = doneBytes + Math.min(meter.bytes, size);
      report({ label: '表を書き出しています', done, total: totalBytes });
    });
    const object = `tables/${name}.zst${ending}`;
    const content = client.query(copyTo(copyOut(name, columns)));
    const stored = await storePacked(
      content,
      sealTo,
      (packed) => to.write(folder + object, packed),
      { meter, signal },
    );
    tables.push({ name, columns, rows: meter.lines, object, ...stored });
    doneBytes += size;
  }

  const fileCounts = { count: 0, totalBytes: 0, missing: 0 };
  const list = listFiles(
    { client, files, to, before: await previousList(to, recipients), sealTo },
    fileCounts,
    (done, total) => {
      signal?.throwIfAborted();
      report({ label: '写真と書類を写しています', done, total });
    },
  );
  const object = 'files.zst';
  const lines = Readable.from(list, { objectMode: false });
  const listStored = await storePacked(lines, [], (packed) => to.write(folder + object, packed), {
    signal,
  });
  // Sequences do not belong to a snapshot: read last, they are at least as high as any row.
  const sequences = await sequencesOf(client);
  await client.query('commit');

  if (secrets) {
    const bytes = await sealedBytes(Buffer.from(`${secrets.join('\n')}\n`), recipients);
    await to.write(`${folder}secret.age`, chunksOf(bytes));
  }
  const manifest: Manifest = {
    formatVersion,
    id,
    version,
    takenAt: takenAt.toISOString(),
    endedAt: clock().toISOString(),
    ...state,
    tables,
    sequences,
    files: { ...fileCounts, object, ...listStored },
    recipients: [...recipients],
    hasSecret: secrets !== undefined,
  };
  await writeManifest(to, manifest);
  return manifest;
}

const nothingThere =
  'このデータベースには、まだ何もありません。 / There is nothing in this database yet.';
const secretNeedsRecipient =
  '鍵（SECRET）をバックアップに入れるには、暗号化が要ります。BACKUP_RECIPIENTに公開鍵（age1…）を指定してください。' +
  ' / A backup with the secret inside must be encrypted: set BACKUP_RECIPIENT to a public key (age1…).';

/** Statement that writes a table's rows as text; in the order of its pages, so that it can be compared. */
export const copyOut = (name: string, columns: readonly string[]): string =>
  `copy (select ${columnsText(columns)} from ${pg.escapeIdentifier(name)}) to stdout`;

export const columnsText = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** Every table but drizzle's own, the largest first, with the columns that rows are loaded with. */
export async function tablesOf(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; size: number; columns: string[] }>(`
    select relname as name, pg_table_size(c.oid)::float8 as size, array(
      select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns
    from pg_class c where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and not relispartition
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by size desc, name`);
  return rows;
}

/** What a database says about itself. */
export async function stateOf(client: pg.Client) {
  const one = async <Row extends pg.QueryResultRow>(query: string) =>
    (await client.query<Row>(query)).rows;
  const [server] = await one<{ postgres: string }>(
    `select current_setting('server_version') as postgres`,
  );
  /** A database of an earlier version may lack the table. */
  const ifThere = async <Row extends pg.QueryResultRow>(table: string, query: string) =>
    (await isThere(client, table)) ? one<Row>(query) : [];
  const [last] = await ifThere<{ generation: number }>(
    'generations',
    'select coalesce(max(number), 1) as generation from generations',
  );
  return {
    postgres: server?.postgres ?? '',
    generation: last?.generation ?? 1,
    floors: await ifThere<Manifest['floors'][number]>('number_floors', floorsQuery),
    migrations: await one<Manifest['migrations'][number]>(
      'select hash, created_at::float8 as "createdAt" from drizzle.__drizzle_migrations order by created_at',
    ),
    keys: await rememberedKeys(client),
  };
}

async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace
     order by name`,
  );
  const all: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from ${pg.escapeIdentifier(name)}`,
    );
    all.push(...values.map((value) => ({ name, ...value })));
  }
  return all;
}

/** List of files of the newest backup at this place, if its files serve this one as well. */
async function previousList(to: Destination, recipients: readonly string[]) {
  const newest = (await listBackups(to)).complete.at(-1);
  const manifest = newest === undefined ? undefined : await readManifest(to, newest);
  if (!manifest || String(manifest.recipients) !== String(recipients)) return undefined;
  return manifest;
}
