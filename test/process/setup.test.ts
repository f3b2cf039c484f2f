import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { removeDataDir, type ServerProcess, startUnopened } from '#test/server-process.ts';
import { dataFolder } from './data-folder.ts';

// From an empty database: the link that a start prints, and public pages until the opening.

let dataDir: string;
let server: ServerProcess | undefined;

afterEach(async () => {
  await server?.kill();
  await removeDataDir(dataDir);
});

const waitOptions = { timeout: 45_000, interval: 20 };
const owner = {
  lastName: '橋本',
  firstName: '渡',
  email: 'wataru@hashi.example',
  password: 'たすきで橋をかける二〇二六年の秋',
};

async function start(env: Record<string, string> = {}) {
  await server?.stop();
  server = await startUnopened(dataDir, { SAMPLE_DATA: 'off', ...env });
  return server;
}
const linkOf = ({ output }: ServerProcess) =>
  /Set up the service.*?(http\S+)\n/.exec(output())?.[1];
/** Printed after the address; a start is awaited only until that. */
const printedLink = (started: ServerProcess) =>
  vi.waitUntil(() => linkOf(started), waitOptions).then((link) => new URL(link));

function send(url: string, path: string, body: object) {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
}
const takeOver = (url: string, token: string) => send(url, '/api/setup/owner', { ...owner, token });

test('an empty installation is taken over by the link that its start prints, once', async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-setup-'));
  const first = await start();
  const link = await printedLink(first);
  expect(link.origin + link.pathname).toBe(`${first.url}/setup`);
  const earlier = link.hash.slice('#token='.length);

  // A second start, after an unused link, prints another one.
  const second = await start();
  const token = (await printedLink(second)).hash.slice('#token='.length);
  expect((await takeOver(second.url, earlier)).status).toBe(410);
  const made = await takeOver(second.url, token);
  expect(made.status).toBe(200);
  expect(made.headers.getSetCookie().join()).toContain('session');
  expect((await takeOver(second.url, token)).status).toBe(410);

  const third = await start();
  expect((await takeOver(third.url, token)).status).toBe(410);
  const { email, password } = owner;
  const signedIn = await send(third.url, '/api/auth/sign-in/email', { email, password });
  expect(signedIn.status).toBe(200);
  expect(linkOf(third)).toBeUndefined();
});

test('with OPERATOR_EMAIL alone the link is mailed there as well; with a password there is none', async () => {
  dataDir = await dataFolder('empty');
  const first = await start({ OPERATOR_EMAIL: owner.email });
  const link = await printedLink(first);
  const mails = join(dataDir, 'mails');
  const mail = await vi.waitUntil(async () => {
    const names = await readdir(mails).catch(() => []);
    // Not one that is still being written.
    const name = names.find((each) => each.endsWith('.eml'));
    return name && (await readFile(join(mails, name), 'utf8'));
  }, waitOptions);
  expect(mail).toContain(owner.email);
  const text = Buffer.from(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toString();
  const decoded = [...text.matchAll(/(?:[A-Za-z0-9+/=]{60,}\s)+/g)]
    .map(([part]) => Buffer.from(part, 'base64').toString())
    .join();
  expect(text + decoded).toContain(link.hash.slice('#token='.length));

  const second = await start({ OPERATOR_EMAIL: owner.email, OPERATOR_PASSWORD: owner.password });
  expect(linkOf(second)).toBeUndefined();
});

test('until the doors open, every public page says so kindly; those of the law and of signing in stay', async () => {
  dataDir = await dataFolder('empty');
  const { url } = await start();
  for (const path of ['/', '/search', '/associate/ao', '/join', '/appraisal?keyword=a']) {
    const answer = await fetch(url + path);
    const page = await answer.text();
    expect([path, answer.status]).toEqual([path, 200]);
    expect(page).toContain('まもなく開きます');
    expect(page).toMatch(/<meta name="robots" content="noindex"/);
  }
  // The data of pages reveals no more.
  expect(await (await fetch(`${url}/search.data`)).text()).not.toContain('items');
  for (const path of [
    '/login',
    '/setup',
    '/contact',
    '/terms',
    '/privacy',
    '/operator',
    '/admin',
  ]) {
    const page = await (await fetch(url + path)).text();
    expect([path, page.includes('まもなく開きます')]).toEqual([path, false]);
  }
});
