import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('no row of buttons is shown in another order than the one in which they take the focus', async () => {
  const root = join(import.meta.dirname, '..', '..');
  const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.tsx'));
  const turned = /\bflex-(row|col)-reverse\b/;
  const found: string[] = [];
  for (const file of files) {
    const source = await readFile(join(root, file), 'utf8');
    if (turned.test(source) && /<Button\b|Buttons\(/.test(source)) found.push(file);
  }
  expect(found).toEqual([]);
});
