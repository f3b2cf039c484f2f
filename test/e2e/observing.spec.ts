import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { removeDataDir, type ServerProcess, startServer } from '#test/server-process.ts';
import { type RecordingServer, recordingServer } from '#test/stand-ins/recording-server.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './page-checks.ts';

// The product with ANALYTICS and SENTRY_DSN set, and a local server in place of theirs.

/** Replaces Google's script: sends what it is given, and what it would send by itself on every change. */
const googleScript = `
  const off = () => window['ga-disable-G-TEST1234'];
  const tell = (entry) => off() || fetch(new URL('/g/collect', document.currentScript?.src ?? src),
    { method: 'POST', mode: 'no-cors', body: JSON.stringify([...entry]) });
  const src = document.currentScript.src;
  for (const entry of window.dataLayer) tell(entry);
  window.dataLayer.push = (entry) => tell(entry);
`;

let dataDir: string;
let server: ServerProcess | undefined;
let outside: RecordingServer;

test.use({ baseURL: '' });
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tasuki-observing-'));
});
test.beforeEach(async () => {
  outside = await recordingServer(({ url }) =>
    url.startsWith('/gtag/') ? { type: 'text/javascript', body: googleScript } : {},
  );
});
test.afterEach(async ({ page }) => {
  // Pending requests would fail without their server.
  await page.close();
  await server?.stop();
  server = undefined;
  await outside.close();
});
test.afterAll(() => removeDataDir(dataDir));

async function start(env: Record<string, string>) {
  server = await startServer(dataDir, { SAMPLE_DATA: 'off', ...env });
  return server.url;
}

/** Visits public and private pages, by links and by addresses with private parts. */
async function walk(page: Page, url: string) {
  await page.goto(`${url}/contact?keyword=hidden-word&utm_source=letter#token=hidden-token`, {
    referer: 'https://elsewhere.example/',
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: '箱のキャンセル' }).first().click();
  await expect(page.getByRole('heading', { name: '箱のキャンセル' })).toBeVisible();
  // Visits a private page without loading a new document, and goes back.
  await page.getByRole('link', { name: 'お申し込みの状況' }).click();
  await expect(page).toHaveURL(/application-status/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: '箱のキャンセル' })).toBeVisible();
  await page.goto(`${url}/application-status#appraisalId=TS-0000-0000&token=hidden-token`);
  await expect(page.getByRole('alert')).toBeVisible();
}

const textOf = ({ requests }: RecordingServer) => JSON.stringify(requests);

test('while neither is set, a page loads and sends nothing elsewhere @rare-1', async ({ page }) => {
  const url = await start({});
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) {
      elsewhere.push(request.url());
    }
  });
  await page.goto(`${url}/privacy`);
  await expect(page.getByText('ほかの事業者のサーバーへ送信していません')).toBeVisible();
  await hydrated(page);
  expect(await page.content()).not.toContain('/observing/');
  expect(elsewhere).toEqual([]);
});

test('Plausible is told which public pages were seen, and nothing that is a person’s @rare-3', async ({
  page,
}) => {
  const url = await start({ ANALYTICS: `plausible:http://${outside.host}/?domain=tasuki.example` });
  await walk(page, url);
  await expect.poll(() => outside.requests.length).toBe(3);
  expect(
    outside.requests.every(({ method, url }) => method === 'POST' && url === '/api/event'),
  ).toBe(true);
  expect(outside.requests.map(({ body }) => JSON.parse(body))).toEqual([
    {
      n: 'pageview',
      u: `${url}/contact?utm_source=letter`,
      d: 'tasuki.example',
      r: 'https://elsewhere.example/',
    },
    { n: 'pageview', u: `${url}/cancel`, d: 'tasuki.example', r: null },
    { n: 'pageview', u: `${url}/cancel`, d: 'tasuki.example', r: null },
  ]);
  expect(textOf(outside)).not.toMatch(/hidden|application-status|cookie/);

  await page.goto(`${url}/privacy`);
  await expect(page.getByRole('table', { name: '外部へ送信する情報' })).toContainText(outside.host);
});

test('Matomo is told of pages by their address @rare-4', async ({ page }) => {
  const url = await start({ ANALYTICS: `matomo:http://${outside.host}/m/?site=7` });
  await walk(page, url);
  await expect.poll(() => outside.requests.length).toBe(3);
  const views = outside.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
  expect(outside.requests[0]?.url).toBe('/m/matomo.php');
  expect(views[0]).toMatchObject({
    idsite: '7',
    rec: '1',
    url: `${url}/contact?utm_source=letter`,
    urlref: 'https://elsewhere.example/',
  });
  expect(views[1]).toMatchObject({ url: `${url}/cancel`, action_name: '/cancel' });
  expect(textOf(outside)).not.toMatch(/hidden|application-status|cookie/);
});

test('Google is told of pages by us alone, and of private ones not at all @rare-1', async ({
  page,
}) => {
  const url = await start({ ANALYTICS: `ga4:G-TEST1234@http://${outside.host}` });
  await walk(page, url);
  const views = () =>
    outside.requests
      .filter(({ url }) => url === '/g/collect')
      .map(({ body }) => JSON.parse(body))
      .filter(([command, name]) => command === 'event' && name === 'page_view')
      .map(([, , view]) => view.page_location);
  await expect
    .poll(views)
    .toEqual([`${url}/contact?utm_source=letter`, `${url}/cancel`, `${url}/cancel`]);
  expect(outside.requests[0]?.url).toBe('/gtag/js?id=G-TEST1234');
  expect(textOf(outside)).not.toMatch(/hidden|application-status/);
  await page.goto(`${url}/privacy`);
  await expect(page.getByText('GoogleアナリティクスのCookie')).toBeVisible();
});

for (const [name, wish] of [
  ['Do Not Track', `Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' })`],
  [
    'Global Privacy Control',
    `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
  ],
] as const) {
  test(`whoever asks by ${name} is not counted, and loads nothing @rare-2`, async ({ page }) => {
    const url = await start({ ANALYTICS: `ga4:G-TEST1234@http://${outside.host}` });
    await page.addInitScript(wish);
    await page.goto(`${url}/contact`);
    await page.getByRole('link', { name: '箱のキャンセル' }).first().click();
    await expect(page.getByRole('heading', { name: '箱のキャンセル' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(outside.requests).toEqual([]);
  });
}

test.describe('an error on a page', () => {
  test.use({ expectedComplaints: [/hanako|^Object/] });

  test('is told by the Sentry protocol without a word of the person’s, and once @rare-4', async ({
    page,
  }) => {
    const url = await start({ SENTRY_DSN: `http://abc@${outside.host}/42` });
    await page.route('**/assets/broken-test.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `function breakDown() { throw new TypeError('no "hanako" at hanako@tasuki.example TS-1234-5678'); }
          setTimeout(breakDown); setTimeout(breakDown);
          Promise.reject({ password: 'hanako-secret' });`,
      }),
    );
    await page.goto(`${url}/application-status?word=hidden#appraisalId=TS-0000-0000&token=hidden`);
    await expect(page.getByRole('alert')).toBeVisible();
    await page.addScriptTag({ url: '/assets/broken-test.js' });
    await expect.poll(() => outside.requests.length).toBe(2);
    const events = outside.requests.map(({ body }) => JSON.parse(body.split('\n')[2] ?? ''));
    const thrown = events.find(({ exception }) => exception.values[0].type === 'TypeError');
    expect(outside.requests[0]).toMatchObject({
      method: 'POST',
      url: '/api/42/envelope/?sentry_key=abc&sentry_version=7',
    });
    expect(thrown).toMatchObject({ platform: 'javascript', transaction: '/application-status' });
    expect(thrown.exception.values[0].stacktrace.frames.at(-1)).toMatchObject({
      filename: '/assets/broken-test.js',
      function: 'breakDown',
    });
    expect(textOf(outside)).not.toMatch(/hanako|hidden|1234|cookie|referer/i);
  });
});

test.describe('an error that the error page catches', () => {
  test.use({ expectedComplaints: [/./] });

  test('is told, too @rare-3', async ({ page }) => {
    const url = await start({ SENTRY_DSN: `http://abc@${outside.host}/42` });
    await page.route('**/privacy.data*', (route) =>
      route.fulfill({ contentType: 'text/x-script', body: 'hanako is no answer' }),
    );
    await page.goto(`${url}/contact`);
    await hydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'プライバシーポリシー' }).click();
    await expect(page.getByRole('link', { name: 'BACK' })).toBeVisible();
    await expect.poll(() => outside.requests.length).toBe(1);
    const event = JSON.parse(outside.requests[0]?.body.split('\n')[2] ?? '');
    expect(event.exception.values[0].mechanism).toEqual({ type: 'router', handled: true });
    expect(textOf(outside)).not.toMatch(/hanako/);
  });
});

test('a setting that is none ends the start with one readable line @rare-4', async () => {
  await expect(start({ ANALYTICS: 'google' })).rejects.toThrow(/ANALYTICS: must be one of/);
});
