import { createHash } from 'node:crypto';
import { finish, newNonce } from '#kit/http/pages/finish.server.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

test.use({ expectedComplaints: [/Content Security Policy/] });

// A page with an injected script, through a text that was not escaped.

const smuggled = [
  `<script>document.title = 'stolen'</script>`,
  `<script type="module" async="">document.title = 'stolen'</script>`,
  `<script nonce="guess">document.title = 'stolen'</script>`,
  `<img src="data:," onerror="document.title = 'stolen'">`,
];

test('runs its own scripts and not that one @rare-4', async ({ page, product }) => {
  const document = await (await fetch(`${product.url}/about-service`)).text();
  // As rendered: its own scripts carry the nonce.
  const nonce = newNonce();
  const marked = document.replaceAll(
    /<script(?! src| type="application)/g,
    `<script nonce="${nonce}"`,
  );
  const tampered = marked.replace('</body>', () => `${smuggled.join('')}</body>`);
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const { headers, body } = await finish(new Response(tampered, { headers: html }), { nonce });
  const hashOf = (code: string) => createHash('sha256').update(code).digest('base64');
  expect(headers['content-security-policy']).not.toContain(hashOf(`document.title = 'stolen'`));

  await page.route(`${product.url}/about-service`, (route) =>
    route.fulfill({ status: 200, headers, body }),
  );
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto(`${product.url}/about-service`);
  // Hydrated: only the page's own scripts can have done this.
  await expect.poll(() => page.evaluate(() => '__reactRouterDataRouter' in window)).toBe(true);
  expect(refused).toHaveLength(smuggled.length);
  expect(await page.title()).not.toBe('stolen');
});
