import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import type { Encoding, Packed, Page } from './page.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Less is sent as it is: the headers are longer. */
const leastBytes = 500;

const brotliOptions = (body: Buffer, quality: number) => ({
  chunkSize: 128 * 1024,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    // A window of 256 kB: more than most pages have, and a sixteenth of the memory of the default.
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
});

const compress = {
  br: (body: Buffer, quality: number) => compressBrotli(body, brotliOptions(body, quality)),
  gzip: (body: Buffer, level: number) => compressGzip(body, { level }),
};
/** Of a page that is perhaps asked for once: a tenth more bytes in a fifth of the time. */
const quick = { br: 1, gzip: 1 } as const;
/** Near the best size for HTML at a tenth of the time of the highest quality. */
const well = { br: 5, gzip: 6 } as const;

/** Up to here to compress a page quickly takes as long as to hand it to a thread and back: less than half a millisecond. */
const mostAtOnce = 128 * 1024;

function packQuickly(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'br' && body.length <= mostAtOnce) {
    return brotliCompressSync(body, brotliOptions(body, quick.br));
  }
  return compress[encoding](body, quick[encoding]);
}

/** Whether a page is sent in any encoding. */
export const isWorthPacking = ({ body }: Page): boolean => body.length > leastBytes;

/** While everything changes, pages are made anew several times a second: then none is worth the time of the other kind. */
const staysAfterMs = 1_000;

/** The body of a page in an encoding: compressed quickly when it is first asked for, and well once it has stayed a while. */
export async function packedAs(page: Page, encoding: Encoding): Promise<Buffer> {
  const known = page.packed.get(encoding);
  if (known) {
    improve(page, encoding, known);
    return known.body;
  }
  const body = await packQuickly(page.body, encoding);
  if (!page.packed.has(encoding)) {
    page.packed.set(encoding, { body, improvesAt: performance.now() + staysAfterMs });
  }
  return body;
}

/** Compresses what was asked for again well, if it stays. Nobody waits for it; what was packed quickly serves until then. */
export function improve(page: Page, encoding: Encoding, known: Packed): void {
  if (performance.now() < known.improvesAt) return;
  known.improvesAt = Number.POSITIVE_INFINITY;
  compress[encoding](page.body, well[encoding]).then(
    (body) => page.packed.set(encoding, { body, improvesAt: Number.POSITIVE_INFINITY }),
    () => undefined,
  );
}
