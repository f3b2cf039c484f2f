import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import {
  type WidgetSize,
  widgetSizes,
  widgetSnippet,
} from '#organisations/associates/website-widget.ts';
import { expect, test as productTest } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

// An organisation's website: another origin, whose policy allows only our script and frames.

const associateId = 'sample-animal-1';
const name = '犬と猫の会 <b>"本部"</b>';

const test = productTest.extend<{ website: string }>({
  website: async ({ product }, use) => {
    const policy = `default-src 'none'; script-src ${product.url}; frame-src ${product.url}`;
    const server = createServer(({ url = '/' }, response) => {
      const size: WidgetSize = url.startsWith('/card') ? 'card' : 'button';
      const snippet = widgetSnippet({ publicUrl: product.url, associateId, name, size });
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .setHeader('content-security-policy', policy)
        .end(
          `<!DOCTYPE html><html lang="ja"><head><title>団体</title><meta name="viewport" content="width=device-width"></head><body><main><h1>私たちの会</h1>${url.endsWith('none') ? '' : snippet}</main></body></html>`,
        );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    server.closeAllConnections();
  },
});

/** The test reads the frame with a script, which the frame blocks. */
const readByTest = /^Blocked script execution in 'http:\/\/localhost:\d+\/widget\/associate\//;

/** The page with the frame, which the test does not read, so that every complaint is the page's own. */
async function openUnread(page: Page, address: string) {
  const framed = page.waitForResponse(/\/widget\/associate\//);
  await page.goto(address);
  expect(await (await framed).finished()).toBeNull();
}

test.describe(() => {
  test.use({ expectedComplaints: [readByTest] });
  for (const size of ['button', 'card'] as const) {
    test(`@phone the ${size} shows this month's count and opens the application in a new tab @rare-1`, async ({
      page,
      context,
      request,
      product,
      website,
    }) => {
      const associates = await (await request.get(`${product.url}/api/associates`)).json();
      const own = associates.find(({ id }: { id: string }) => id === associateId);
      const requested: string[] = [];
      context.on('request', (one) => requested.push(one.url()));
      await page.goto(`${website}/${size}`);

      const frame = page.frameLocator('iframe');
      await expect(frame.getByText(own.name, { exact: true })).toBeVisible();
      await expect(frame.getByText('今月のご寄付')).toHaveText(
        `今月のご寄付 ${own.stat.monthlyCount.toLocaleString('ja-JP')}件`,
      );
      await expect(page.getByRole('link')).toHaveCount(0);
      await expectNoSidewaysScroll(page);
      const link = frame.getByRole('link', { name: '洋服を寄付する' });
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      const inner = await frame.locator('html').evaluate((html) => html.scrollHeight);
      expect(inner).toBeLessThanOrEqual(widgetSizes[size].height);
      // The page's own icon, script, frame: nothing else is loaded or stored.
      expect(requested.filter((url) => !url.startsWith('data:'))).toEqual([
        `${website}/${size}`,
        `${product.url}/widget.js`,
        `${product.url}/widget/associate/${associateId}?size=${size}`,
      ]);
      expect(await context.cookies()).toEqual([]);
      expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([
        0, 0,
      ]);

      const opened = context.waitForEvent('page');
      await link.click();
      const tab = await opened;
      await expect(tab).toHaveURL(`${product.url}/associate/${associateId}`);
      await expect(tab.getByRole('heading', { level: 1, name: own.name })).toBeVisible();
      expect(await tab.evaluate(() => window.opener)).toBeNull();
      expect(page.url()).toBe(`${website}/${size}`);
    });
  }
});

test('a browser finds nothing to complain of, and the script leaves no name behind @rare-2', async ({
  page,
  website,
}) => {
  const names = () =>
    page.evaluate(() => Object.getOwnPropertyNames(window).filter((one) => !/^\d+$/.test(one)));
  await page.goto(`${website}/none`);
  const before = await names();
  await openUnread(page, `${website}/button`);
  await openUnread(page, `${website}/card`);
  expect(await names()).toEqual(before);
});

test('without scripts the link stays @rare-3', async ({ browser, product, website }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${website}/button`);
  const link = page.getByRole('link', { name: `${name}に洋服を寄付する` });
  await expect(link).toHaveAttribute('href', `${product.url}/associate/${associateId}`);
  await expect(page.locator('iframe')).toHaveCount(0);
  await context.close();
});

test.describe(() => {
  test.use({ expectedComplaints: [readByTest] });
  test('@phone staff choose a size, copy the code, and take a QR code along @rare-4', async ({
    page,
    product,
  }) => {
    await openAs(page, product, 'staff', '/staff');
    await page.getByRole('link', { name: 'ボタン・チラシ' }).click();
    const section = page.getByRole('region', { name: 'ホームページやチラシでのご案内' });
    const code = section.getByLabel('ホームページに貼り付けるコード');
    await expect(code).toHaveValue(/data-size="button" async><\/script>/);
    await section.getByRole('radio', { name: 'カード' }).check();
    await expect(code).toHaveValue(new RegExp(`src="${product.url}/widget.js" .*data-size="card"`));
    const preview = section.frameLocator('iframe');
    await section.locator('iframe').scrollIntoViewIfNeeded();
    await expect(preview.getByText('今月のご寄付')).toBeVisible();
    // A frame that is narrower than requested still shows everything.
    const inner = await preview.locator('html').evaluate((html) => html.scrollHeight);
    expect(inner).toBeLessThanOrEqual(widgetSizes.card.height);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await section.getByRole('button', { name: 'コードをコピーする' }).click();
    await expect(page.getByText('コードをコピーしました。')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const downloading = page.waitForEvent('download');
    await section.getByRole('link', { name: 'QRコード（PNG）' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^qr-[\w-]+\.png$/);
  });
});
