import { brotliCompressSync } from 'node:zlib';

/** A JavaScript file and its size with brotli. */
export type Script = { path: string; source: string; brotliBytes: number };
export type FirstPage = { files: Script[]; brotliBytes: number };

/** Limit for the JavaScript of a public page's first visit, with brotli, in bytes. */
export const firstPageBudgetBytes = 111_000;

const known = new Map<string, Promise<Script>>();

async function scriptAt(origin: string, path: string): Promise<Script> {
  const source = await (await fetch(origin + path)).text();
  return { path, source, brotliBytes: brotliCompressSync(source).length };
}

/** JavaScript that a page references: what its first visit loads before it is interactive. Largest first. */
export async function firstPageScripts(origin: string, page = '/'): Promise<FirstPage> {
  const html = await (await fetch(origin + page)).text();
  const paths = new Set<string>();
  for (const [, href] of html.matchAll(/"(\/assets\/[^"]+\.js)"/g)) {
    if (href) paths.add(href);
  }
  const files = await Promise.all(
    [...paths].map((path) => {
      const script = known.get(origin + path) ?? scriptAt(origin, path);
      known.set(origin + path, script);
      return script;
    }),
  );
  files.sort((a, b) => b.brotliBytes - a.brotliBytes);
  return { files, brotliBytes: files.reduce((sum, file) => sum + file.brotliBytes, 0) };
}
