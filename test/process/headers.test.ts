import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { expectProtected } from '#test/protective-headers.ts';
import { sendRaw } from '#test/raw-http.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';

// Every page and every file as a real process sends them (docs/robustness.md).

/** Every path that the site map knows. */
function pathsOf(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const own = [parent, path].filter((part) => part !== '').join('/');
    return [`/${own}`, ...pathsOf(children, own)];
  });
}

let dataDir: string;
let server: ServerProcess;
let associateId: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-headers-'));
  server = await startServer(dataDir, {
    PUBLIC_URL: 'https://tasuki.example',
    TRUST_PROXY: 'true',
  });
  const listed = await fetch(`${server.url}/api/associates`);
  associateId = ((await listed.json()) as { id: string }[])[0]?.id ?? '';
});
afterAll(async () => {
  await server?.stop();
  await removeDataDir(dataDir);
});

async function ask(path: string) {
  const reply = await fetch(server.url + path, { redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, body: await reply.text() };
}

const filled = (path: string, id: string) =>
  path
    .replace(':associateId', id)
    .replace(/\/:\w+\?/, '')
    .replace(/:\w+/g, 'nobody');

describe('a page', () => {
  test.each([...new Set(pathsOf(routes))])('%s', async (path) => {
    for (const id of [associateId, 'nobody']) {
      const answer = await ask(filled(path, id));
      expect(answer.status).toBeLessThan(500);
      expectProtected(answer, { isHttps: true, isBuilt: true });
      // A page is the same for everybody: it neither gets nor sets anybody's cookie.
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test('that does not exist', async () => {
    const answer = await ask('/nothing/at/all');
    expect(answer.status).toBe(404);
    expectProtected(answer, { isHttps: true, isBuilt: true });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('that is asked for a second time, from memory, and a third, unchanged', async () => {
    const { headers } = await ask('/');
    expectProtected(await ask('/'), { isHttps: true, isBuilt: true });
    const etag = headers.get('etag') ?? '';
    const reply = await fetch(server.url, { headers: { 'if-none-match': etag } });
    expect(reply.status).toBe(304);
    expectProtected({ headers: reply.headers, body: '' }, { isHttps: true, isBuilt: true });
  });
});

test('every kind of file', async () => {
  const folder = join(import.meta.dirname, '..', '..', 'build', 'client');
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.(br|gz)$|^\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length));
  const kinds = Map.groupBy(names, (name) => /\.\w+$/.exec(name)?.[0] ?? '');
  expect(kinds.size).toBeGreaterThan(4);
  for (const [path = ''] of kinds.values()) {
    const answer = await ask(path);
    expect({ path, status: answer.status }).toEqual({ path, status: 200 });
    expect(answer.headers.get('content-type')).toMatch(/^[a-z]+\/[\w.+-]+/);
    expectProtected({ ...answer, body: '' }, { isHttps: true, isBuilt: true });
  }
});

test('what is no request of HTTP', async () => {
  const { headers, body } = await sendRaw(server.url, 'NONSENSE\r\n\r\n');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).not.toMatch(/HPE_|parse/i);
});
