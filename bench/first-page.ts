import { brotliCompressSync } from 'node:zlib';

export type FirstPage = { files: { path: string; brotliBytes: number }[]; brotliBytes: number };

/** The JavaScript that the first visit of a page loads, as sent with brotli, in bytes. */
export async function firstPageScripts(origin: string, path = '/'): Promise<FirstPage> {
  const html = await (await fetch(origin + path)).text();
  const paths = new Set<string>();
  for (const [, href] of html.matchAll(
    /(?:href|src|from|import) ?=? ?\(?"(\/assets\/[^"]+\.js)"/g,
  )) {
    if (href) paths.add(href);
  }
  const files = await Promise.all(
    [...paths].map(async (file) => {
      const source = Buffer.from(await (await fetch(origin + file)).arrayBuffer());
      return { path: file, brotliBytes: brotliCompressSync(source).length };
    }),
  );
  files.sort((a, b) => b.brotliBytes - a.brotliBytes);
  return { files, brotliBytes: files.reduce((sum, file) => sum + file.brotliBytes, 0) };
}
