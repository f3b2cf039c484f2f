import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { isLongForm } from '#test/form.ts';
import { addressesOf, audienceOf, patterns, redirections } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { openHydrated } from './page-checks.ts';
import { signInAs } from './signed-in.ts';

// The HTML of every page, as the server sends it and as the browser has it, checked by the W3C's Nu HTML checker.

const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');

/** Output of the checker. Rejects without a Java runtime. */
function check(folder: string): Promise<string> {
  const args = ['-jar', checker, '--errors-only', '--format', 'json', '--skip-non-html', folder];
  return new Promise((resolve, reject) => {
    execFile('java', args, { maxBuffer: 2 ** 28 }, (error, _, stderr) => {
      // Its exit code is 1 if it found errors.
      if (error && error.code !== 1) reject(error);
      else resolve(stderr);
    });
  });
}

const hasJava = await new Promise<boolean>((resolve) => {
  execFile('java', ['-version'], (error) => resolve(error === null));
});

/** Table roles are written out, because a table shown as cards on a phone loses its own (src/kit/ui/table.tsx). */
const intendedError =
  /^The “role” attribute must not be used on a “t[hdr]” element which has a “table” /;

async function problemsOf(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tasuki-html-'));
  try {
    for (const [name, html] of pages) {
      await writeFile(join(folder, `${encodeURIComponent(name)}.html`), html);
    }
    const { messages } = JSON.parse(await check(folder)) as {
      messages: { url: string; message: string; extract?: string }[];
    };
    return messages
      .filter(({ message }) => !intendedError.test(message))
      .map(({ url, message, extract }) => `${url.split('/').at(-1)}: ${message} ${extract}`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An example of each page, by its address; of public ones also the HTML as sent. */
async function pagesOf(page: Page, audience: ReturnType<typeof audienceOf>) {
  const pages = new Map<string, string>();
  for (const pattern of patterns.filter((one) => audienceOf(one) === audience)) {
    for (const path of await addressesOf(pattern, page)) {
      if (path in redirections) continue;
      await openHydrated(page, path);
      const html = await page.evaluate(() => document.documentElement.outerHTML);
      pages.set(path, `<!DOCTYPE html>${html}`);
      if (audience !== 'all') continue;
      pages.set(`${path} as sent`, await (await page.request.get(path)).text());
    }
  }
  return pages;
}

for (const audience of ['all', 'donor', 'staff', 'operator'] as const) {
  test(`the HTML of the pages of ${audience} is right to its checker`, async ({
    page,
    product,
  }) => {
    test.skip(!isLongForm, 'A part of the long form.');
    test.skip(!hasJava, 'Needs Java: apt-get install default-jre-headless');
    test.setTimeout(600_000);
    if (audience !== 'all') await signInAs(page, product, audience);
    const pages = await pagesOf(page, audience);
    expect(pages.size).toBeGreaterThan(10);
    expect(await problemsOf(pages)).toEqual([]);
  });
}
