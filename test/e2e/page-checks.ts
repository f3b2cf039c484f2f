import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { isLongForm } from '#test/form.ts';
import { unreadable } from '#test/latin-words.ts';
import { expect } from './fixtures.ts';

/** Opens an address and waits until React has taken over what the server drew, and filled it. */
export async function openWhole(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path);
  expect(answer?.status(), path).toBe(200);
  await hydrated(page);
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
}

/** React has taken over the page, and its forms, whose code comes after that of the page. */
export async function hydrated(page: Page): Promise<void> {
  await alive(page, 'main');
  // A form below what is seen comes to life with the first sign of a person.
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

/** Rows that are made like those before them, which the long form tries as well. */
const furtherRows = isLongForm
  ? []
  : ['tbody > tr:nth-child(n+6)', 'main :is(ul, ol) > li:nth-child(n+9)'];

/**
 * Nothing that axe knows of keeps anybody out of the page. Contrasts take half of its time: the short form measures
 * them in every-route.spec.ts alone.
 */
export async function expectAccessible(
  page: Page,
  { withContrast = isLongForm } = {},
): Promise<void> {
  // What is still fading in has not yet the colours that it will be read in.
  await animationsEnd(page);
  await expect(async () => {
    // Loading it takes long, and once in a page is enough.
    const isThere = await page.evaluate(() => 'axe' in window);
    const check = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) })
      // A mail's frame runs no scripts, those of the check among them.
      .exclude('iframe')
      // Without the details of what is right, it takes half as long.
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

/** Waits for animations and transitions under way, but for those that never end. */
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

/** Everything that the page says, seen or heard, opened or not, is in Japanese. */
export async function expectJapanese(page: Page): Promise<void> {
  expect(unreadable(await textsOf(page))).toEqual([]);
}

/** The page is as wide as its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excessPx = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(excessPx).toBeLessThanOrEqual(0);
}

/** Starts of texts that stick out of the window, or of a box that clips them, sideways; what scrolls is no cut. */
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
        // Text for screen readers alone is a dot of a pixel.
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

/** Every picture has come, also those that wait until they are scrolled to, and holds its place. */
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

/** Picture of a screen in test-results/screens, for people to look at: in the long form alone. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (!isLongForm) return;
  const path = join('test-results', 'screens', `${name}.jpeg`);
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 70 });
}

/** All texts of a page: written, told to assistive technology, shown in empty fields and in tabs. */
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
      // What may only break somewhere is one text: an address, say.
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
