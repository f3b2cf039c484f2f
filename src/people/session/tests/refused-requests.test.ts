import { expect, test, vi } from 'vitest';
import { api } from '#kit/client/api.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openTab } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';

test('a request that is refused is noted in the console as a warning, with its status', async () => {
  openTab();
  const server = apiServer();
  const noted = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const asked = api('/api/my-pledges', { isAnonymous: true }).catch((error: unknown) => error);
  await quiet();
  await server.refuse('Conflict', 'すでにあります。');
  expect(await asked).toMatchObject({ refusal: { type: 'Conflict', message: 'すでにあります。' } });
  expect(noted.mock.calls).toEqual([['GET /api/my-pledges answered 409']]);
  noted.mockRestore();
});
