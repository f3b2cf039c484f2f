/** Compresses static files at build time, so that the server only sends them. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(css|html|ico|js|json|mjs|svg|txt|webmanifest|xml)$/;
/**
 * Each browser fetches one of a thousand small data files: the best compression takes 25 times as
 * long for a tenth.
 */
const isData = (path) => path.includes(`${sep}postal${sep}`);
const dataQuality = 7;
/** Smaller files fit in one packet, compressed or not. */
const worthwhileBytes = 1024;

/** Writes `x.br` and `x.gz` beside each compressible file of the folder. */
export async function precompress(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const worker = async () => {
    for (let path = paths.pop(); path; path = paths.pop()) await compress(path);
  };
  await Promise.all(Array.from({ length: availableParallelism() * 2 }, worker));
}

async function compress(path) {
  if ((await stat(path)).size < worthwhileBytes) return;
  const content = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: isData(path) ? dataQuality : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const variants = [
    [`${path}.br`, await promisify(brotliCompress)(content, { params })],
    [`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION })],
  ];
  for (const [target, bytes] of variants) {
    if (bytes.length < content.length) await writeFile(target, bytes);
  }
}
