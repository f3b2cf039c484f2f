import { z } from 'zod';
import type { Destination } from './destination.server.ts';

/** Format of a backup; a change that this version cannot read raises it. */
export const formatVersion = 1;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.number().int().min(0);

/** An object of a backup, as its bytes are at the destination. */
const StoredObject = z.object({
  /** Name under the backup's folder. */
  object: z.string(),
  bytes: Count,
  sha256: Hash,
  storedBytes: Count,
  storedSha256: Hash,
});

/** Rows of a table, in COPY's text format. */
const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: Count,
  ...StoredObject.shape,
});

/** Content of a backup, written last: without it there is no backup. Readable without a key; holds no personal data. */
export const Manifest = z.object({
  formatVersion: z.literal(formatVersion),
  id: z.string().regex(/^\d{8}T\d{6}Z-[0-9a-f]{8}$/),
  /** Version of the product. */
  version: z.string(),
  postgres: z.string(),
  /** Time of the snapshot, and when the backup was complete. */
  takenAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  generation: z.number().int().min(1),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })),
  tables: z.array(Table),
  /** Last values of sequences. */
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** Highest numbers given, by kind and year. */
  floors: z.array(z.object({ kind: z.string(), year: z.number(), floor: z.number() })),
  /** List of pictures and papers, a JSON line each (ListedFile), ordered by name. Never encrypted. */
  files: z.object({ count: Count, totalBytes: Count, missing: Count, ...StoredObject.shape }),
  /** Public keys that tables and files are encrypted to; none: they are not. */
  recipients: z.array(z.string()),
  /** Fingerprints of the keys that stored data may need (docs/decisions/0015). */
  keys: z.object({ secrets: z.array(z.string()), identity: z.array(z.string()) }),
  /** Whether the secret is inside, as `secret.age`. */
  hasSecret: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;
export type BackupTable = z.infer<typeof Table>;

/** A line of the list of files; `storedSha256` is of the stored, possibly encrypted bytes. */
export const ListedFile = z.object({
  name: z.string(),
  sha256: Hash,
  bytes: Count,
  storedSha256: Hash,
});
export type ListedFile = z.infer<typeof ListedFile>;

export const folderOf = (id: string) => `backups/${id}/`;
const manifestOf = (id: string) => `${folderOf(id)}manifest.json`;
/** Pictures and papers are stored by content, and shared by backups. */
export const blobOf = (sha256: string, ending: string) =>
  `files/${sha256.slice(0, 2)}/${sha256}${ending}`;

const idForm = /^backups\/(\d{8}T\d{6}Z-[0-9a-f]{8})\//;
const idOf = (object: string): string | undefined => idForm.exec(object)?.[1];

/** Time in a backup's id. */
export const timeOf = (id: string): Date =>
  new Date(id.replace(/^(....)(..)(..)T(..)(..)(..)Z.*/, '$1-$2-$3T$4:$5:$6Z'));

/** Ids of complete backups, oldest first, and of what unfinished ones left. */
export async function listBackups(
  at: Destination,
): Promise<{ complete: string[]; rest: string[] }> {
  const objects = await at.list('backups/');
  const ids = [...new Set(objects.flatMap((object) => idOf(object) ?? []))].toSorted();
  const names = new Set(objects);
  return {
    complete: ids.filter((id) => names.has(manifestOf(id))),
    rest: ids.filter((id) => !names.has(manifestOf(id))),
  };
}

export async function writeManifest(at: Destination, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(Manifest.parse(manifest), undefined, 1);
  await at.write(manifestOf(manifest.id), chunksOf(text));
}

/** Manifest of a backup; undefined if it is missing. Throws if it is not readable. */
export async function readManifest(at: Destination, id: string): Promise<Manifest | undefined> {
  const content = await at.read(manifestOf(id));
  if (!content) return undefined;
  try {
    return Manifest.parse(JSON.parse((await bytesOf(content)).toString()));
  } catch {
    throw new Error(
      `バックアップ ${id} の manifest.json を読み取れません。壊れているか、より新しい版のものです。` +
        ` / manifest.json of the backup ${id} cannot be read: it is damaged, or of a newer version.`,
    );
  }
}

export const removeManifest = (at: Destination, id: string) => at.remove(manifestOf(id));

/** A small content as a stream. */
export async function* chunksOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}

/** Collects a small stream. */
export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
