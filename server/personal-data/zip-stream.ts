import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A file of an archive: its name (ASCII, so that every program shows it rightly) and its bytes. */
export type ZipEntry = {
  name: string;
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Pictures: deflating them again would only take time. */
  isCompressed?: boolean;
};

/**
 * A ZIP archive as it is made, a part at a time: nothing of it is kept, others get their turn between
 * the parts, and nobody reads ahead of whoever takes it.
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    ready.push(part);
  });
  const taken = () => {
    const parts = ready;
    ready = [];
    return parts;
  };
  for await (const { name, parts, isCompressed = false } of entries) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const part of parts) {
      file.push(part);
      yield* taken();
      await nextTurn();
    }
    file.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
