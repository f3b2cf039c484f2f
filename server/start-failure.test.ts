import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startFailure } from './start-failure.ts';

const folder = await mkdtemp(join(tmpdir(), 'tasuki-start-'));
afterAll(() => rm(folder, { recursive: true }));

const withCode = (code: string, message = 'write') => Object.assign(new Error(message), { code });
const full =
  /^ディスクの空きがありません。空きを作ってから、もう一度起動してください（.+）。 \/ The disk is full\. Free some space and start again\.\n/;

test.each([
  ['a file that finds no room', withCode('ENOSPC')],
  ['a quota that is used up', withCode('EDQUOT')],
  ['a database that finds no room', new Error('Failed query', { cause: withCode('53100') })],
  [
    'a database that cannot be made',
    new Error('データベースを作成できませんでした: could not write: No space left on device / …'),
  ],
])('%s is told as a full disk, with what was said', async (_what, error) => {
  const said = await startFailure(error, folder);
  expect(said).toMatch(full);
  expect(said.endsWith(error.message) || said.includes('Failed query')).toBe(true);
});

test('another failure is told as it is', async () => {
  expect(await startFailure(withCode('EADDRINUSE', 'listen EADDRINUSE'), folder)).toBe(
    'listen EADDRINUSE',
  );
  expect(await startFailure('stop', join(folder, 'missing'))).toBe('stop');
});
