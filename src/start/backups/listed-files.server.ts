import { createInterface } from 'node:readline';
import type pg from 'pg';
import { sha256 as sha256Of } from '#kit/files/bucket-store.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import type { Destination } from './destination.server.ts';
import {
  blobOf,
  bytesOf,
  chunksOf,
  folderOf,
  ListedFile,
  type Manifest,
} from './manifest.server.ts';
import { endingFor, sealedBytes, unpacked } from './sealing.server.ts';

/** Files copied or read at the same time. */
export const filesAtOnce = 4;
const namesAtOnce = 500;

type Named = {
  name: string;
  /** False for a format that a picture may lack. */
  isNeeded: boolean;
  /** Whether its content stays under this name for ever. */
  isFixed: boolean;
};

/** Names of all stored files that rows refer to, in the order of bytes. */
export const namesQuery = `
  select name, "isNeeded", "isFixed" from (
    select format('images/%s-%s.%s', id, width_made, format) as name, format = own as "isNeeded", true as "isFixed"
    from images, unnest(widths) as width_made,
      lateral (select case content_type when 'image/jpeg' then 'jpg' when 'image/png' then 'png' else 'webp' end) o (own),
      lateral (select 'avif' union select 'webp' union select own) f (format)
    union all select 'thread-attachments/' || id, true, true from thread_attachments
    union all select file_name, true, false from identity_papers
  ) as named order by name collate "C"`;

/**
 * Copies each file that the destination lacks, and yields the lines of the list. A file that an earlier backup listed
 * under a fixed name is there already. Files whose rows are older than they are counted as missing.
 */
export async function* listFiles(
  {
    client,
    files,
    to,
    before,
    sealTo,
  }: {
    client: pg.Client;
    files: FileStore;
    to: Destination;
    before: Manifest | undefined;
    sealTo: readonly string[];
  },
  counts: { count: number; totalBytes: number; missing: number },
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<string> {
  const ending = endingFor(sealTo);
  const known = before ? await linesAhead(to, before) : undefined;

  async function listed({ name, isFixed }: Named, earlier: ListedFile | undefined) {
    if (isFixed && earlier) return earlier;
    const bytes = await files.read(name);
    return bytes && { name, ...(await keepOnce(bytes)) };
  }

  /** Files of the same content are written once. */
  const underWay = new Map<string, Promise<Omit<ListedFile, 'name'>>>();
  function keepOnce(bytes: Buffer): Promise<Omit<ListedFile, 'name'>> {
    const sha256 = sha256Of(bytes);
    const kept = underWay.get(sha256) ?? keepBlob(bytes, sha256);
    underWay.set(sha256, kept);
    return kept.finally(() => underWay.delete(sha256));
  }

  async function keepBlob(bytes: Buffer, sha256: string): Promise<Omit<ListedFile, 'name'>> {
    const blob = blobOf(sha256, ending);
    if (!(await to.has(blob))) {
      const stored = await sealedBytes(bytes, sealTo);
      await to.write(blob, chunksOf(stored));
      return { sha256, bytes: bytes.length, storedSha256: sha256Of(stored) };
    }
    // Left by another backup, under a header of its own.
    const stored = await to.read(blob);
    return {
      sha256,
      bytes: bytes.length,
      storedSha256: sha256Of(await bytesOf(stored ?? chunksOf(''))),
    };
  }

  await client.query(`declare names no scroll cursor for ${namesQuery}`);
  const total = await countNames(client);
  for (let done = 0; ; ) {
    const { rows } = await client.query<Named>(`fetch ${namesAtOnce} from names`);
    if (rows.length === 0) break;
    for (let from = 0; from < rows.length; from += filesAtOnce) {
      const part = rows.slice(from, from + filesAtOnce);
      const earlier: (ListedFile | undefined)[] = [];
      for (const { name } of part) earlier.push(await known?.(name));
      const found = await Promise.all(part.map((named, index) => listed(named, earlier[index])));
      for (const [index, file] of found.entries()) {
        if (file) {
          counts.count += 1;
          counts.totalBytes += file.bytes;
          yield `${JSON.stringify(file)}\n`;
        } else if (part[index]?.isNeeded) counts.missing += 1;
      }
      done += part.length;
      onProgress(done, total);
    }
  }
  await client.query('close names');
}

async function countNames(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from (${namesQuery}) as named`,
  );
  return rows[0]?.count ?? 0;
}

/** Lines of a backup's list of files. */
export async function* readList(
  from: Destination,
  { id, files }: Pick<Manifest, 'id' | 'files'>,
): AsyncGenerator<ListedFile> {
  const stored = await from.read(folderOf(id) + files.object);
  if (!stored) throw new Error(`${files.object} of ${id} is missing`);
  const content = await unpacked(stored, { isSealed: false, identities: [] });
  for await (const line of createInterface({ input: content })) {
    yield ListedFile.parse(JSON.parse(line));
  }
}

/** Finds names in a list when asked in the list's order. */
async function linesAhead(from: Destination, manifest: Manifest) {
  const lines = readList(from, manifest);
  let next = await lines.next();
  return async (name: string): Promise<ListedFile | undefined> => {
    while (!next.done && next.value.name < name) next = await lines.next();
    return !next.done && next.value.name === name ? next.value : undefined;
  };
}
