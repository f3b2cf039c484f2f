import type { Page } from '@playwright/test';
import type { Role } from '#kit/permissions/roles.ts';
import { sampled } from '#test/form.ts';
import { addressesOf, audienceOf, patterns, redirections } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import {
  cutTexts,
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  expectPictures,
  hydrated,
  keepPicture,
  openHydrated,
} from './page-checks.ts';
import { signInAs } from './signed-in.ts';

// Every page of src/routes.ts on phones, narrow and wide screens. The long form saves screenshots
// in test-results/screens for review.

test.describe.configure({ mode: 'parallel' });

const widths = [360, 768, 1280];

/** Small phones, and a 1280 px desktop at 400 % (WCAG 2.2, 1.4.10). */
const narrowest = 320;

/** Addresses that look like pages but are none. */
const missingPages = [
  '/search/999',
  '/search/0',
  '/search/x',
  '/search/social-challenge/animal/99',
  '/search/social-challenge/nothing',
  '/my-pledge?page=99',
  '/my-pledge/nothing',
  '/my-pledge/item/nothing',
  '/associate/nothing',
  '/associate/nothing/vision',
  '/associate/sample-animal-1/activity/nothing',
  '/campaign/2018/nothing',
  '/pdf/associate/nothing',
];

/** Pages with the floating button (docs/product.md, Screens); no other has it. */
const pagesWithButton = [
  '/',
  '/search/:page?',
  '/search/social-challenge',
  '/search/social-challenge/:socialChallengeId/:page?',
  '/about-service',
  '/about-service/application-flow',
  '/about-service/donatable',
  '/about-service/undonatable',
  '/my-pledge',
];
/** Pages with a layout of their own have no breadcrumb; neither does the top page. */
const withoutBreadcrumb = /^\/$|^\/admin|^\/setup|^\/pdf\//;

/** Pages to open: in the short form those of visitors, and every second one of each other area. */
const pagesOf = (audience: Role | 'all') =>
  sampled(
    patterns.filter((one) => audienceOf(one) === audience),
    { every: audience === 'all' ? 1 : 2, salt: `pages ${audience}` },
  );

/**
 * Pages checked in every width; in the short form the others are checked on phones only. Pages of
 * one layout share menu, header and footer, which is what differs between widths.
 */
const pagesInEveryWidth = new Set(
  (['all', 'donor', 'staff', 'operator'] as const).flatMap((audience) =>
    sampled(pagesOf(audience), { every: 6, salt: `widths ${audience}` }),
  ),
);

/** Pages with a contrast check. */
const pagesWithContrastCheck = new Set(sampled(patterns, { every: 2, salt: 'contrasts' }));

/** Maximum height in px of long pages on a phone, so that people find their end. */
const maxHeights: Record<string, number> = { '/': 6_500, '/staff': 6_000 };

/** Facts of a page, read in one round trip, since each takes its time. */
function factsOf(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('[aria-hidden="true"], [inert]');
    const buttons = [...document.querySelectorAll('button')].filter(
      ({ textContent }) => textContent?.trim() === '寄付する',
    );
    const trails = [...document.querySelectorAll('nav[aria-label="パンくずリスト"]')];
    return {
      title: document.title,
      excessPx: Math.max(0, scrollWidth - clientWidth),
      heightPx: scrollHeight,
      headings: document.querySelectorAll('h1').length,
      trails: trails.filter(isShown).length,
      floatingButtons: buttons.length,
      shownButtons: buttons.filter(isShown).length,
    };
  });
}

/** Checks every page and saves its screenshot. The page is opened once, in a window that is then widened. */
async function examine(page: Page, pattern: string, path: string): Promise<void> {
  const buttons = pagesWithButton.includes(pattern) ? 1 : 0;
  for (const width of pagesInEveryWidth.has(pattern) ? widths : widths.slice(0, 1)) {
    await test.step(`${path} at ${width} px`, async () => {
      await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
      if (width === widths[0]) await openHydrated(page, path);
      const expected = {
        title: expect.stringMatching(/たすき/),
        excessPx: 0,
        headings: 1,
        trails: withoutBreadcrumb.test(path) ? 0 : 1,
        floatingButtons: buttons,
        // On phones it is hidden where it would cover something.
        ...(width >= 768 && { shownButtons: buttons }),
      };
      await expect.poll(() => factsOf(page)).toMatchObject(expected);
      expect(await cutTexts(page)).toEqual([]);
      const limitPx = width === 360 ? maxHeights[path] : undefined;
      if (limitPx) expect((await factsOf(page)).heightPx, path).toBeLessThanOrEqual(limitPx);
      await expectPictures(page);
      await expectAccessible(page, { withContrast: pagesWithContrastCheck.has(pattern) });
      // Texts are the same at every width except on phones, and a third screenshot is not needed.
      if (width === 768) return;
      await expectJapanese(page);
      const name = path.slice(1).replaceAll(/\W+/g, '_') || 'top';
      await keepPicture(page, `${width}/${name}`);
    });
  }
  await test.step(`${path} at ${narrowest} px`, async () => {
    await page.setViewportSize({ width: narrowest, height: 640 });
    await expect.poll(() => cutTexts(page)).toEqual([]);
  });
  await test.step(`${path} on paper`, async () => {
    await page.emulateMedia({ media: 'print' });
    const frame = page.locator('header:not(main *), footer:not(main *), nav:not(main *)');
    await expect(frame.filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  });
}

/** Pages per test: they share the browser's cache, and both workers get their share. */
const pagesInTest = 12;

for (const audience of ['all', 'donor', 'staff', 'operator'] as const) {
  const own = pagesOf(audience);
  for (let from = 0; from < own.length; from += pagesInTest) {
    const part = own.slice(from, from + pagesInTest);
    test(`the pages of ${audience} are whole on every screen, from ${part[0]}`, async ({
      page,
      product,
    }) => {
      test.setTimeout(300_000);
      if (audience !== 'all') await signInAs(page, product, audience);
      for (const pattern of part) await examineAll(page, pattern);
    });
  }
}

/** Checks each address of a pattern, in the short form one, or the target if it redirects. */
async function examineAll(page: Page, pattern: string): Promise<void> {
  const addresses = await addressesOf(pattern, page);
  for (const path of sampled(addresses, { every: addresses.length, salt: pattern })) {
    const target = redirections[path];
    if (!target) {
      await examine(page, pattern, path);
      continue;
    }
    await page.goto(path);
    await expect(page).toHaveURL(target);
  }
}

test.describe('an address of nothing', () => {
  test.use({ expectedComplaints: [/status of 404/] });

  test('says so in Japanese too, in the simple layout, and leads back', async ({ page }) => {
    for (const path of missingPages)
      expect((await page.request.get(path)).status(), path).toBe(404);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      await page.goto('/nothing/here');
      await hydrated(page);
      await expect(page.getByText('This page could not be found')).toBeVisible();
      await expect(page.getByText('お探しのページ')).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expect(page.locator('h1')).toHaveText('404');
      await expectAccessible(page);
      await expectJapanese(page);
    }
    await expect(page.getByRole('search')).toHaveCount(0);
    await page.goto('/terms');
    await page.goto('/nothing/here');
    await hydrated(page);
    await page.getByRole('link', { name: 'BACK' }).click();
    await expect(page).toHaveURL('/terms');
  });
});
