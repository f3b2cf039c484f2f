import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { unknownGuest } from '#test/factories/apply-body.ts';
import { filmLabels } from './camera-film.ts';
import { type Installation, openProduct, type Product } from './product.ts';

export type { Product } from './product.ts';

type TestFixtures = {
  /** Browser complaints that this test provokes on purpose; all others fail it. */
  expectedComplaints: RegExp[];
  complaints: string[];
  /** A page of another person: another browser, watched like the first. */
  anotherPerson: () => Promise<Page>;
  /** A page on a device whose camera loops over these labels. */
  pageWithCamera: (labels: readonly string[]) => Promise<Page>;
};

/** A browser's note on a 4xx response to our own script is no defect. */
const refusedRequest = /^Failed to load resource: the server responded with a status of 4\d\d/;

export const test = base.extend<TestFixtures, { installation: Installation; product: Product }>({
  installation: ['built', { option: true, scope: 'worker' }],
  product: [
    async ({ installation }, use) => {
      const { product, close } = await openProduct(installation);
      await use(product);
      await close();
    },
    // A fresh clone is installed from scratch.
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  // Each test has an address of its own, as people do, so that rate limits do not add up.
  extraHTTPHeaders: ({ baseURL: _ }, use) => use(unknownGuest().headers),
  expectedComplaints: [[], { option: true }],
  complaints: async ({ expectedComplaints, product }, use, testInfo) => {
    const complaints: string[] = [];
    await use(complaints);
    if (complaints.length > 0) await testInfo.attach('server', { body: product.output() });
    const isExpected = (text: string) => expectedComplaints.some((pattern) => pattern.test(text));
    expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
  },
  context: async ({ context, complaints }, use) => {
    watch(context, complaints);
    await use(context);
  },
  anotherPerson: async ({ browser, baseURL, contextOptions, complaints }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL });
      contexts.push(context);
      watch(context, complaints);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  pageWithCamera: async (
    { playwright, launchOptions, contextOptions, baseURL, complaints },
    use,
  ) => {
    const folder = await mkdtemp(join(tmpdir(), 'tasuki-film-'));
    const film = join(folder, 'labels.y4m');
    const cameraSwitches = [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ];
    const args = [...(launchOptions.args ?? []), ...cameraSwitches];
    const browsers: Browser[] = [];
    await use(async (labels) => {
      await filmLabels(film, labels);
      const browser = await playwright.chromium.launch({ ...launchOptions, args });
      browsers.push(browser);
      const context = await browser.newContext({ ...contextOptions, baseURL });
      watch(context, complaints);
      return context.newPage();
    });
    for (const browser of browsers) await browser.close();
    await rm(folder, { recursive: true });
  },
});

export { expect };

/** Collects every console.error (hydration warnings and CSP refusals among them) and exception. */
function watch(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const isAnswer = refusedRequest.test(message.text());
    if (isAnswer && new URL(message.location().url).pathname.startsWith('/api/')) return;
    complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
}
