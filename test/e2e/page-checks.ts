import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isLongForm } from '#test/form.ts';
import { unreadable } from '#test/latin-words.ts';
import { expect } from './fixtures.ts';

/** Opens an address and waits until React has hydrated and filled the page. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await hydrated(page);
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
}

/** Waits until React has hydrated the page and its forms, whose code loads later. */
export async function hydrated(page: Page): Promise<void> {
  await alive(page, 'main');
  // A form below the first view is hydrated at the first interaction.
  await page.keyboard.press('Shift');
  await alive(page, 'main, main form');
}

const alive = (page: Page, parts: string) =>
  page.waitForFunction((selector) => {
    const found = [...document.querySelectorAll(selector)];
    const isAlive = (part: Element) =>
      Object.keys(part).some((key) => key.startsWith('__reactProps'));
    return found.length > 0 && found.every(isAlive);
  }, parts);

/** Rules that only the long form runs, for rows that resemble earlier ones. */
const furtherRows = isLongForm
  ? []
  : ['tbody > tr:nth-child(n+6)', 'main :is(ul, ol) > li:nth-child(n+9)'];

/**
 * No accessibility problems found by axe. Contrast takes half of its time: the short form checks it
 * in every-route.spec.ts only.
 */
export async function expectAccessible(
  page: Page,
  { withContrast = isLongForm } = {},
): Promise<void> {
  // Elements that are still fading in do not have their final colours yet.
  await animationsEnd(page);
  await expect(async () => {
    // Loading it is slow, and once per page is enough.
    const isThere = await page.evaluate(() => 'axe' in window);
    const check = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
      // A mail's frame runs no scripts, not even those of the check.
      .exclude('iframe')
      // Without details of passed rules it takes half as long.
      .options({
        iframes: false,
        resultTypes: ['violations'],
        rules: { 'color-contrast': { enabled: withContrast } },
      });
    for (const rows of furtherRows) check.exclude(rows);
    check.setLegacyMode(true);
    const { violations } = await check.analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

/** Waits for running animations and transitions, except infinite ones. */
async function animationsEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** All texts of the page, visible or for assistive technology, open or not, are Japanese. */
export async function expectJapanese(page: Page): Promise<void> {
  expect(unreadable(await textsOf(page))).toEqual([]);
}

/** The page is not wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excessPx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excessPx).toBeLessThanOrEqual(0);
}

/** Starts of texts that are cut off sideways by the window or a clipping box; scrollable boxes do not count. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim();
      if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue;
      let [left, right] = [0, document.documentElement.clientWidth];
      let isScrolled = false;
      for (let box: Element | null = element; box && !isScrolled; box = box.parentElement) {
        const { overflowX, textOverflow, position } = getComputedStyle(box);
        // Text for screen readers only is one pixel wide.
        isScrolled = /auto|scroll/.test(overflowX) || textOverflow === 'ellipsis';
        isScrolled ||= position === 'absolute' && box.clientWidth <= 1;
        if (!/hidden|clip/.test(overflowX)) continue;
        const clipping = box.getBoundingClientRect();
        left = Math.max(left, clipping.left);
        right = Math.min(right, clipping.right);
      }
      if (isScrolled) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (rects.some((rect) => rect.left < left - 1 || rect.right > right + 1)) {
        cut.add(text.slice(0, 30));
      }
    }
    return [...cut];
  });
}

/** Every picture has loaded, lazy ones included, and reserves its space. */
export async function expectPictures(page: Page): Promise<void> {
  const faultyPictures = () =>
    page.evaluate(() => {
      const images = [...document.images];
      for (const image of images) image.loading = 'eager';
      const srcOf = ({ src }: HTMLImageElement) => src;
      return {
        missing: images.filter((one) => !one.complete || one.naturalWidth === 0).map(srcOf),
        unsized: images.filter((one) => !one.matches('[width][height]')).map(srcOf),
      };
    });
  await expect.poll(faultyPictures).toEqual({ missing: [], unsized: [] });
}

/** Saves a screenshot in test-results/screens for review; only in the long form. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!isLongForm) return;
  const path = join('test-results', 'screens', `${name}.jpeg`);
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 70 });
}

/** All texts of a page: content, labels for assistive technology, placeholders and tab titles. */
export function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [ownTitle = ''] = document.title.split('｜');
    const texts = new Set([ownTitle]);
    for (const meta of document.querySelectorAll(
      'meta[name=description], meta[property="og:title"], meta[property="og:description"]',
    )) {
      texts.add(meta.getAttribute('content') ?? '');
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('script, style, noscript, template')) continue;
      // Parts that may be broken by <wbr> are one text, such as an address.
      const isBroken = [node.previousSibling, node.nextSibling].some(
        (one) => one?.nodeName === 'WBR',
      );
      texts.add(((isBroken ? node.parentElement : node)?.textContent ?? '').trim());
    }
    const told = [
      'alt',
      'aria-label',
      'aria-description',
      'aria-valuetext',
      'placeholder',
      'title',
    ];
    for (const element of document.querySelectorAll('body *')) {
      for (const name of [...told, 'label', 'aria-roledescription']) {
        texts.add(element.getAttribute(name) ?? '');
      }
    }
    return [...texts];
  });
}
