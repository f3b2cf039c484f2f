import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const regularFile = require.resolve(
  '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
);
const boldFile = require.resolve('@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf');

let cached: Promise<{ regular: Buffer; bold: Buffer }> | undefined;

/** Fonts of all papers, read once per thread with its first paper. */
export function paperFonts() {
  cached ??= Promise.all([readFile(regularFile), readFile(boldFile)]).then(([regular, bold]) => ({
    regular,
    bold,
  }));
  cached.catch(() => {
    cached = undefined;
  });
  return cached;
}
