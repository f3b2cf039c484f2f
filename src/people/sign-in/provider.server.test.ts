import { expect, test, vi } from 'vitest';
import { connect } from '#kit/db/database.server.ts';
import { browser } from '#test/browser.ts';
import { testApp } from '#test/test-app.ts';
import { auth } from './auth.server.ts';
import { provider } from './provider.server.ts';

const { app, dependencies, databaseUrl } = await testApp();
const ours = provider(dependencies);

test('a session that ended before its cookie was made gets none', async () => {
  await expect(
    ours.sessionCookies({ token: 'no such session', maxAge: null }),
  ).rejects.toMatchObject({
    refusal: { type: 'Unauthorized' },
  });
});

test('the secret of a session is read from its own cookie alone', () => {
  const { sessionTokenIn } = ours;
  expect(sessionTokenIn('other=1; tasuki.session=to-ken_1.sig%3D;last=2')).toBe('to-ken_1');
  expect(sessionTokenIn('tasuki.session=token.a.b')).toBe('token');
  for (const cookie of [
    undefined,
    '',
    'tasuki.session',
    'tasuki.session=',
    'tasuki.session=without-signature',
    'tasuki.session= spaced.sig',
    'tasuki.session=%22token.sig',
    'other.tasuki.session=token.sig',
    'tasuki.sessions=token.sig',
  ]) {
    expect(sessionTokenIn(cookie)).toBeUndefined();
  }
});

test('without the database nobody is told that they are signed out, and the log names no secret', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const page = browser(app);
  await page.signUp('hanako@example.jp');
  const cookie = [...page.jar].map((pair) => pair.join('=')).join('; ');
  const caller = { address: '203.0.113.1', device: '', giveCookies: () => undefined, cookie };
  const { db, pool } = connect(databaseUrl, { maxConnections: 1, connectMs: 0, statementMs: 0 });
  const { token, session } = auth({ ...dependencies, db });
  expect((await token(caller)).body.token).toMatch(/^[\w-]+\./);
  await pool.end();
  for (const read of [token, session]) {
    await expect(read(caller)).rejects.toMatchObject({
      refusal: {
        type: 'ServiceUnavailable',
        message: 'Service Unavailable',
        retryAfterSeconds: 3,
      },
    });
  }
  // Without a cookie the caller is a visitor, even while the database fails.
  await expect(token({ ...caller, cookie: undefined })).rejects.toMatchObject({
    refusal: { type: 'Unauthorized' },
  });
  expect(warned.mock.calls[0]).toEqual([
    'sign-in provider:',
    'INTERNAL_SERVER_ERROR',
    expect.stringMatching(/^Error /),
  ]);
  expect(JSON.stringify(warned.mock.calls)).not.toContain(ours.sessionTokenIn(cookie));
});
