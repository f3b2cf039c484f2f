import { crc32 } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { endOfFile } from './deflate-piece.server.ts';

/** A file of an archive: ASCII name, which every program displays correctly, and bytes. */
export type ZipEntry = {
  name: string;
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Set for pictures: deflating them again gains nothing. */
  isCompressed?: boolean;
};

/** Not shared with another thread, so it can be transferred. */
type Bytes = Uint8Array<ArrayBuffer>;

const pieceBytes = 64 * 1024;
/** Compression methods of ZIP (APPNOTE 4.4.5). */
const methods = { stored: 0, deflated: 8 };
const nothing = new Uint8Array(0);

/**
 * Streams a ZIP archive in pieces. Nothing is stored, other requests run in between, and reading follows the client's
 * pace. `deflate` is that of deflate-piece.ts, in a thread, and may transfer its piece.
 */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
  deflate: (piece: Bytes) => Promise<Bytes>,
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
    const compression = isCompressed ? methods.stored : methods.deflated;
    const file: ZipInputFile = { filename: name, mtime: at, size: 0, crc: 0, compression };
    zip.add(file);
    for await (const piece of piecesOf(parts)) {
      file.size += piece.length;
      file.crc = crc32(piece, file.crc);
      file.ondata?.(null, isCompressed ? piece : await deflate(piece), false);
      yield* taken();
    }
    file.ondata?.(null, isCompressed ? nothing : endOfFile, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** Regroups parts into pieces large enough to hand to a thread. */
async function* piecesOf(parts: ZipEntry['parts']): AsyncGenerator<Bytes> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    gathered.push(part);
    bytes += part.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}
