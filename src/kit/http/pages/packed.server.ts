import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import type { Encoding, Packed, Page } from './page.server.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Smaller bodies are sent uncompressed: the headers outweigh them. */
const minBytes = 500;

const brotliOptions = (body: Buffer, quality: number) => ({
  chunkSize: 128 * 1024,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window of 256 kB: larger than most pages, and a sixteenth of the default's memory.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});

const compress = {
  br: (body: Buffer, quality: number) => compressBrotli(body, brotliOptions(body, quality)),
  gzip: (body: Buffer, level: number) => compressGzip(body, { level }),
};
/** For the first request of a page: a tenth more bytes in a fifth of the time. */
const quick = { br: 1, gzip: 1 } as const;
/** Near the best size for HTML at a tenth of the time of the highest quality. */
const well = { br: 5, gzip: 6 } as const;

/** Up to this size quick compression takes as long as a round trip to a thread: less than half a millisecond. */
const maxSyncBytes = 128 * 1024;

function packQuickly(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'br' && body.length <= maxSyncBytes) {
    return brotliCompressSync(body, brotliOptions(body, quick.br));
  }
  return compress[encoding](body, quick[encoding]);
}

/** Whether a page is compressed at all. */
export const isWorthCompressing = ({ body }: Page): boolean => body.length > minBytes;

/** Under constant change pages are re-rendered several times a second, and better compression is wasted. */
const staysAfterMs = 1_000;

/**
 * Body of a page in an encoding: compressed quickly on the first request, and better once the page has stayed a while.
 */
export async function compressedAs(page: Page, encoding: Encoding): Promise<Buffer> {
  const known = page.packed.get(encoding);
  if (known) {
    recompress(page, encoding, known);
    return known.body;
  }
  const body = await packQuickly(page.body, encoding);
  if (!page.packed.has(encoding)) {
    page.packed.set(encoding, { body, improvesAt: performance.now() + staysAfterMs });
  }
  return body;
}

/**
 * Compresses a page better in the background once it has stayed and is requested again; the quick version serves until
 * then.
 */
export function recompress(page: Page, encoding: Encoding, known: Packed): void {
  if (performance.now() < known.improvesAt) return;
  known.improvesAt = Number.POSITIVE_INFINITY;
  compress[encoding](page.body, well[encoding]).then(
    (body) => page.packed.set(encoding, { body, improvesAt: Number.POSITIVE_INFINITY }),
    () => undefined,
  );
}
