import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import routes from '#src/routes.ts';
import { expectProtected } from '#test/protective-headers.ts';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';
import { sendRaw } from './raw-http.ts';

// Headers of every page and file from a real process (docs/robustness.md).

/** Every path in the site map. */
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
  dataDir = await dataFolder('sample');
  server = await startServer(dataDir, {
    PUBLIC_URL: 'https://tasuki.example',
    TRUST_PROXY: '1',
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
    for (const address of new Set([associateId, 'nobody'].map((id) => filled(path, id)))) {
      const answer = await ask(address);
      expect(answer.status).toBeLessThan(500);
      // The only page that scans labels (docs/decisions/0021).
      const mayUseCamera = path === '/admin/intake';
      expectProtected(answer, { isHttps: true, isBuilt: true, mayUseCamera });
      // Pages are the same for everyone: they neither read nor set cookies.
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test('that does not exist', async () => {
    const answer = await ask('/nothing/at/all');
    expect(answer.status).toBe(404);
    expectProtected(answer, { isHttps: true, isBuilt: true });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['/%', '/%E0%A4%A', '/associate/%E0%A4%A?a=b', '/assets/%', '/search/%.data'])(
    'for an address that cannot be read: %s',
    async (path) => {
      // Sent raw: fetch would normalise it.
      const head = `GET ${path} HTTP/1.1\r\nHost: tasuki.example\r\nConnection: close\r\n\r\n`;
      const answer = await sendRaw(server.url, head);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expectProtected(answer, { isHttps: true, isBuilt: true });
      expect(answer.body).toMatch(/<h1[^>]*>400<\/h1>/);
      expect(answer.body).toContain('ページのアドレスを読み取れませんでした。');
      expect(answer.body).not.toContain('<script');
    },
  );

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
  expectProtected({ headers, body }, { isHttps: true, isBuilt: true });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).not.toMatch(/HPE_|parse/i);
});

test('a host that is not ours stands in no page', async () => {
  for (const path of [
    '/',
    '/search',
    `/associate/${associateId}`,
    '/nothing',
    '/%',
    '/pdf/associate',
  ]) {
    const forwarded =
      'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http\r\nForwarded: host=evil.example';
    const asked = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${forwarded}\r\nConnection: close\r\n\r\n`;
    const { status, headers, body } = await sendRaw(server.url, asked);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(JSON.stringify([...headers]) + body).not.toContain('evil.example');
  }
});

test('the data of a page say in which letters they are', async () => {
  const { status, headers } = await fetch(`${server.url}/search.data`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/x-script; charset=utf-8']);
});
