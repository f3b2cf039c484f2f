import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { hydrated } from '#test/e2e/page-checks.ts';

test('pages work in a browser that blocks storage, for as long as they are open', async ({
  page,
  product,
}) => {
  // Like Chromium with cookies blocked: the properties exist, and each access throws.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  for (const path of ['/', '/search', '/faq', '/contact', '/tax-deduction']) {
    await page.goto(path);
    await hydrated(page);
  }
  await page.goto('/login');
  const { email, password } = sampleSignIn(product.output(), 'donor');
  await signIn(page, email, password);
  await expect(page.getByRole('banner')).toContainText(/さん|マイページ/);
});
