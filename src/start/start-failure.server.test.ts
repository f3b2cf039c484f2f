import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WrongSetting } from './env.server.ts';
import { startFailure } from './start-failure.server.ts';

const folder = await mkdtemp(join(tmpdir(), 'tasuki-start-'));
afterAll(() => rm(folder, { recursive: true }));

const withCode = (code: string, message = 'write') => Object.assign(new Error(message), { code });
const full =
  /^ディスクの空きがありません。空きを作ってから、もう一度起動してください（.+）。 \/ The disk is full\. Free some space and start again \(.+\)\.(\n|$)/;

test.each([
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

const listening = { syscall: 'listen', port: 3000 };
test.each([
  ['a port in use', { code: 'EADDRINUSE', ...listening }, 'ポート3000は', 'Port 3000 is in use'],
  [
    'the same of several processes',
    { code: 'EADDRINUSE', syscall: 'bind', port: 3000 },
    'ポート3000は',
    'Port 3000 is in use',
  ],
  ['a port for root', { code: 'EACCES', ...listening }, 'PORTとHOST', 'check PORT and HOST'],
  [
    'a folder of somebody else',
    { code: 'EACCES', syscall: 'mkdir', path: '/data' },
    '/data を',
    '/data cannot be',
  ],
  [
    'a read-only folder',
    { code: 'EROFS', syscall: 'mkdir', path: '/data' },
    '/data は',
    'read-only',
  ],
  ['a full disk', { code: 'ENOSPC', syscall: 'write' }, '空きがありません', 'The disk is full'],
  [
    'a quota that is used up',
    { code: 'EDQUOT', syscall: 'write' },
    '空きがありません',
    'The disk is full',
  ],
])('%s is told in one line in both languages with what to do', async (_what, facts, ja, en) => {
  const cause = Object.assign(new Error('as the system said it'), facts);
  const said = await startFailure(new Error('step', { cause }), folder);
  expect(said).not.toContain('\n');
  const [inJapanese, inEnglish] = said.split(' / ');
  expect(inJapanese).toContain(ja);
  expect(inEnglish).toContain(en);
});

test.each([
  ['a database that is not there', { code: 'ECONNREFUSED' }, 'つながりません', 'cannot be reached'],
  ['an unknown host', { code: 'ENOTFOUND' }, 'DATABASE_URL', 'DATABASE_URL'],
  ['a wrong password', { code: '28P01' }, 'パスワード', 'password'],
  ['a database of another name', { code: '3D000' }, 'データベース名', 'database name'],
  ['missing rights', { code: '42501' }, '権限が足りません', 'lacks rights'],
  ['a database that dies', { code: '57P01' }, '切れました', 'it goes on where it was'],
])(
  '%s is told in both languages with what to do, then as it was said',
  async (_what, facts, ja, en) => {
    const cause = Object.assign(new Error('as it was said'), facts);
    const [advice = '', ...message] = (
      await startFailure(new Error('step', { cause }), folder)
    ).split('\n');
    const [inJapanese, inEnglish] = advice.split(' / ');
    expect(inJapanese).toContain(ja);
    expect(inEnglish).toContain(en);
    expect(message.join()).toBe('step (as it was said)');
  },
);

test('of a host with several addresses one answer is enough', async () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1'), { code: 'ECONNREFUSED' });
  expect(await startFailure(new AggregateError([refused]), folder)).toMatch(
    / \/ The database cannot be reached/,
  );
});

test('a lost connection is told by what the driver says', async () => {
  const lost = new Error('Connection terminated unexpectedly');
  expect(await startFailure(lost, folder)).toMatch(/^データベースとの接続が切れました。.+ \/ /);
});

test('a wrong setting is named under a line in both languages', async () => {
  expect(await startFailure(new WrongSetting('  PORT: too large'), folder)).toMatch(
    /^環境変数に.+ \/ A setting is wrong.+\n {2}PORT: too large$/,
  );
});

test('what says by itself what to do is told as it is, all else with what to do', async () => {
  const own = '別のたすきが動いています。 / Another Tasuki is running.';
  expect(await startFailure(new Error(own), folder)).toBe(own);
  const unknown = /^うまくいきませんでした。.+ \/ This failed\. .+\nstop$/;
  expect(await startFailure(new Error('stop'), folder)).toMatch(unknown);
  expect(await startFailure('stop', join(folder, 'missing'))).toMatch(unknown);
});
