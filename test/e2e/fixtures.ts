import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { removeDataDir, startServer } from '#test/server-process.ts';

/** The product of this worker, with sample data in a folder of its own. */
export type Product = {
  readonly url: string;
  readonly dataDir: string;
  /** What the server has written, the sample sign-ins included. */
  output(): string;
  /** Ends it as a power cut would, and starts it again on the same data and address. */
  killAndRestart(): Promise<void>;
};

type TestFixtures = {
  /** Complaints of the browser that this test provokes on purpose; all others fail it. */
  expectedComplaints: RegExp[];
  complaints: string[];
  /** A page of somebody else: another browser, watched like the first. */
  anotherPerson: () => Promise<Page>;
};

/** A browser's note on an answer of 4xx to a question of our own script is no defect. */
const refusedRequest = /^Failed to load resource: the server responded with a status of 4\d\d/;

export const test = base.extend<TestFixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures.
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tasuki-e2e-'));
      let server = await startServer(dataDir);
      await use({
        dataDir,
        url: server.url,
        output: () => server.output(),
        async killAndRestart() {
          await server.kill();
          server = await startServer(dataDir, { PORT: new URL(server.url).port });
        },
      });
      await server.stop();
      await removeDataDir(dataDir);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  expectedComplaints: [[], { option: true }],
  complaints: async ({ expectedComplaints }, use) => {
    const complaints: string[] = [];
    await use(complaints);
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
});

export { expect };

/** Every console.error (warnings of hydration and refusals of the CSP among them) and exception. */
function watch(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const isAnswer = refusedRequest.test(message.text());
    if (isAnswer && new URL(message.location().url).pathname.startsWith('/api/')) return;
    complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
}
