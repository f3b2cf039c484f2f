import { laterDatabase } from '#kit/db/later-database.server.ts';
import { unknownMigrations } from '#kit/db/migrate.server.ts';
import type { Destination } from './destination.server.ts';
import { filesAtOnce, readList } from './listed-files.server.ts';
import {
  type BackupTable,
  blobOf,
  bytesOf,
  folderOf,
  type ListedFile,
  listBackups,
  type Manifest,
  readManifest,
} from './manifest.server.ts';
import type { LaterMark } from './new-generation.server.ts';
import type { Report } from './progress.server.ts';
import { endingFor, Meter, type Opening, openedBytes, unpacked } from './sealing.server.ts';

/** A backup that is there as a whole and can be opened. */
export type CheckedBackup = {
  source: Destination;
  manifest: Manifest;
  laterMarks: LaterMark[];
  opening: Opening;
};

/** Manifest of the named backup, or of the newest complete one. */
export async function findBackup(source: Destination, id?: string): Promise<Manifest> {
  const { complete, rest } = await listBackups(source);
  const chosen = id ?? complete.at(-1);
  if (chosen === undefined) {
    const left = rest.length > 0 ? unfinished(rest.join('、'), rest.join(', ')) : undefined;
    throw (
      left ??
      new Error(
        `${source.name} にバックアップがありません。 / There is no backup at ${source.name}.`,
      )
    );
  }
  const manifest = await readManifest(source, chosen);
  if (manifest) return manifest;
  if (rest.includes(chosen)) throw unfinished(chosen, chosen);
  throw new Error(
    `${source.name} に、バックアップ ${chosen} がありません。 / There is no backup ${chosen} at ${source.name}.`,
  );
}

const unfinished = (ja: string, en: string) =>
  new Error(
    `バックアップ ${ja} には manifest.json がありません。途中で終わったものなので使えません。` +
      ` / The backup ${en} has no manifest.json: it was not finished, and cannot be used.`,
  );

/**
 * Checks a backup before anything is changed: that this version knows its migrations, that the identities open it, and
 * that each of its bytes is as it was written.
 */
export async function checkBackup(
  source: Destination,
  manifest: Manifest,
  { identities, report }: { identities: readonly string[]; report: Report },
): Promise<CheckedBackup> {
  if (unknownMigrations(manifest.migrations).length > 0) throw laterDatabase(manifest.version);
  const opening = { isSealed: manifest.recipients.length > 0, identities };
  await tryKey(source, manifest, opening);
  await checkObjects(source, manifest, report);
  return { source, manifest, opening, laterMarks: await laterMarksOf(source, manifest) };
}

/** Opens the smallest table. */
async function tryKey(source: Destination, manifest: Manifest, opening: Opening): Promise<void> {
  if (!opening.isSealed) return;
  if (opening.identities.length === 0) throw keyNeeded(manifest);
  const [smallest] = manifest.tables.toSorted((one, other) => one.storedBytes - other.storedBytes);
  if (!smallest) return;
  try {
    await bytesOf(await openTable({ source, manifest, opening }, smallest));
  } catch {
    // Damage and a wrong key look alike here.
    await checkObject(source, manifest.id, smallest);
    throw wrongKey(manifest);
  }
}

const keyNeeded = ({ recipients }: Manifest) =>
  new Error(
    `このバックアップは暗号化されています。${recipients.join('、')} の秘密鍵のファイルを --identity で指定してください。` +
      ` / This backup is encrypted: name the file with the secret key of ${recipients.join(', ')} by --identity.`,
  );
const wrongKey = ({ recipients }: Manifest) =>
  new Error(
    `--identity の鍵では、このバックアップを開けません。${recipients.join('、')} の秘密鍵が要ります。` +
      ` / The key of --identity does not open this backup; it needs the secret key of ${recipients.join(', ')}.`,
  );

async function checkObjects(source: Destination, manifest: Manifest, report: Report) {
  const { id, tables, files } = manifest;
  const label = 'バックアップを確かめています';
  const listBytes = files.storedBytes;
  const total =
    listBytes + files.totalBytes + tables.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  let done = 0;
  for (const one of [...tables, files]) {
    report({ label, done, total });
    await checkObject(source, id, one);
    done += one.storedBytes;
  }
  await eachListedFile(source, manifest, async (file) => {
    await checkBlob(source, manifest, file);
    done += file.bytes;
    report({ label, done, total });
  });
}

async function checkObject(
  source: Destination,
  id: string,
  { object, storedSha256 }: Pick<BackupTable, 'object' | 'storedSha256'>,
): Promise<void> {
  const name = folderOf(id) + object;
  const stored = await source.read(name);
  if (!stored) throw missing(name);
  if ((await hashOf(stored)) !== storedSha256) throw damaged(name);
}

async function checkBlob(source: Destination, { recipients }: Manifest, file: ListedFile) {
  const name = blobOf(file.sha256, endingFor(recipients));
  const stored = await source.read(name);
  if (!stored) throw missing(name);
  if ((await hashOf(stored)) !== file.storedSha256) throw damaged(name);
}

const missing = (name: string) =>
  new Error(
    `バックアップのファイル ${name} がありません。ほかのバックアップを使ってください。` +
      ` / The file ${name} of the backup is missing; use another backup.`,
  );
const damaged = (name: string) =>
  new Error(
    `バックアップのファイル ${name} が壊れています。ほかのバックアップを使ってください。` +
      ` / The file ${name} of the backup is damaged; use another backup.`,
  );

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const meter = new Meter();
  for await (const chunk of content) meter.add(chunk);
  return meter.digest();
}

/** Runs `work` for each file of a backup, a few at a time. */
export async function eachListedFile(
  source: Destination,
  manifest: Manifest,
  work: (file: ListedFile) => Promise<void>,
): Promise<void> {
  let part: ListedFile[] = [];
  for await (const file of readList(source, manifest)) {
    part.push(file);
    if (part.length < filesAtOnce) continue;
    await Promise.all(part.map(work));
    part = [];
  }
  await Promise.all(part.map(work));
}

type Opened = Pick<CheckedBackup, 'source' | 'manifest' | 'opening'>;

/** Rows of a table as COPY's text. */
export async function openTable({ source, manifest, opening }: Opened, { object }: BackupTable) {
  const name = folderOf(manifest.id) + object;
  const stored = await source.read(name);
  if (!stored) throw missing(name);
  return unpacked(stored, opening);
}

/** Content of a picture or paper. */
export async function openFile(
  { source, manifest, opening }: Opened,
  { sha256 }: ListedFile,
): Promise<Uint8Array> {
  const name = blobOf(sha256, endingFor(manifest.recipients));
  const stored = await source.read(name);
  if (!stored) throw missing(name);
  const bytes = await openedBytes(await bytesOf(stored), opening);
  const meter = new Meter();
  meter.add(bytes);
  if (meter.digest() !== sha256) throw damaged(name);
  return bytes;
}

/** Secrets inside a backup, the current one first. */
export async function openSecrets({ source, manifest, opening }: Opened): Promise<string[]> {
  const name = `${folderOf(manifest.id)}secret.age`;
  const stored = await source.read(name);
  if (!stored) throw missing(name);
  const bytes = await openedBytes(await bytesOf(stored), opening);
  return Buffer.from(bytes).toString().trim().split('\n');
}

/** Marks of later backups at the same place; one that cannot be read says nothing. */
async function laterMarksOf(source: Destination, { id }: Manifest): Promise<LaterMark[]> {
  const { complete } = await listBackups(source);
  const marks: LaterMark[] = [];
  for (const later of complete.filter((one) => one > id)) {
    const manifest = await readManifest(source, later).catch(() => undefined);
    if (manifest) marks.push(manifest);
  }
  return marks;
}
