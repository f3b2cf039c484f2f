import type { Destination } from './destination.server.ts';
import { keptBackups } from './kept-backups.ts';
import { readList } from './listed-files.server.ts';
import {
  blobOf,
  folderOf,
  listBackups,
  type Manifest,
  readManifest,
  removeManifest,
  timeOf,
} from './manifest.server.ts';
import { endingFor } from './sealing.server.ts';

/**
 * Removes backups that are not kept any longer, with the files that no other needs, and what unfinished ones left.
 * Returns the removed ids. Only while no backup is made.
 */
export async function pruneBackups(at: Destination, now: Date): Promise<string[]> {
  const { complete, rest } = await listBackups(at);
  const all = complete.map((id) => ({ id, at: timeOf(id) }));
  const kept = keptBackups(all, now);
  const over = all.filter((backup) => !kept.has(backup)).map(({ id }) => id);
  if (over.length > 0) await forget(at, over, complete);
  for (const id of [...over, ...rest]) {
    for (const object of await at.list(folderOf(id))) await at.remove(object);
  }
  return over;
}

/** From here on these are no backups; then removes the pictures and papers that only they listed. */
async function forget(at: Destination, over: readonly string[], complete: readonly string[]) {
  const manifests = new Map<string, Manifest>();
  for (const id of complete) {
    const manifest = await readManifest(at, id);
    if (manifest) manifests.set(id, manifest);
  }
  for (const id of over) await removeManifest(at, id);
  const unneeded = new Set<string>();
  for (const [id, manifest] of manifests) {
    if (over.includes(id)) for await (const blob of blobsOf(at, manifest)) unneeded.add(blob);
  }
  for (const [id, manifest] of manifests) {
    if (!over.includes(id)) for await (const blob of blobsOf(at, manifest)) unneeded.delete(blob);
  }
  for (const blob of unneeded) await at.remove(blob);
}

async function* blobsOf(at: Destination, manifest: Manifest): AsyncGenerator<string> {
  const ending = endingFor(manifest.recipients);
  for await (const { sha256 } of readList(at, manifest)) yield blobOf(sha256, ending);
}
