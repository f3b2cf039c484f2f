import { addressesOf, audienceOf, patterns, redirections } from '#test/e2e/addresses.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { firstPageBudgetBytes, firstPageScripts } from '#test/first-page.ts';

// Bytes of a page's first visit: the same on every machine.

const publicPatterns = patterns.filter(
  (pattern) => audienceOf(pattern) === 'all' && !(pattern in redirections),
);

test('no public page sends more JavaScript than its budget, and none sends zod', async ({
  page,
  product,
}) => {
  test.slow();
  expect(publicPatterns).toContain('/');
  const tooHeavy: string[] = [];
  const withZod: string[] = [];
  for (const pattern of publicPatterns) {
    const [address = pattern] = await addressesOf(pattern, page);
    const { files, brotliBytes } = await firstPageScripts(product.url, address);
    // React, the router, our own: with fewer, the page was not parsed correctly.
    expect(files.length, address).toBeGreaterThan(3);
    if (brotliBytes > firstPageBudgetBytes) tooHeavy.push(`${address}: ${brotliBytes} B`);
    // The field in which zod's schemas keep their internals; no minifier renames it.
    const zod = files.filter(({ source }) => source.includes('_zod'));
    withZod.push(...zod.map(({ path }) => `${address}: ${path}`));
  }
  expect({ tooHeavy, withZod }).toEqual({ tooHeavy: [], withZod: [] });
});
