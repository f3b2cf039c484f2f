import type { Page, Route } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { hydrated } from '#test/e2e/page-checks.ts';
import { sampled } from '#test/form.ts';

// Effects of a tap before the page's scripts have loaded (docs/product.md, Public pages).

const pages = sampled(
  [
    '/',
    '/search',
    '/search?keyword=%E7%8C%AB',
    '/associate/sample-animal-1',
    '/tax-deduction',
    '/about-service/donatable',
    '/about-service/application-flow',
    '/achievements',
    '/my-pledge',
    '/faq',
    '/contact',
    '/listing',
    '/verify',
    '/login',
    '/join',
  ],
  { every: 5, salt: 'early taps' },
);

/** Controls with an effect of their own or by a script; links work without one. */
const controls = 'button, summary, select, input:is([type=checkbox], [type=radio])';

/** Index, among the page's controls, of each that is entirely on the first screen, uncovered and enabled. */
const controlsInSight = (page: Page) =>
  page.evaluate((selector) => {
    const isInSight = (control: Element) => {
      const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
      if (width === 0 || height === 0 || top < 0 || bottom > innerHeight || left < 0) return false;
      if (right > innerWidth || control.matches(':disabled')) return false;
      const label = control.closest('label') ?? control;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return hit !== null && (control.contains(hit) || label.contains(hit));
    };
    return [...document.querySelectorAll(selector)].flatMap((control, index) =>
      isInSight(control) ? [index] : [],
    );
  }, controls);

/** State that a tap can change: the address, what is open, selected, pressed, announced and focused. */
const stateOf = (page: Page) =>
  page.evaluate((selector) => {
    const open = [...document.querySelectorAll('dialog[open], details[open] > summary')];
    const named = (element: Element) =>
      element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40) ?? '';
    // A form submitted without scripts also writes its empty fields and defaults into the URL.
    const asked = new URLSearchParams(location.search);
    const chosen = [...asked].filter(([name, value]) => value !== '' && name !== 'order');
    return {
      address: `${location.pathname}?${new URLSearchParams(chosen)}`,
      open: open.map(named),
      alerts: [...document.querySelectorAll('[role=alert]')].map(named),
      controls: [...document.querySelectorAll(selector)].map((control) =>
        [
          named(control),
          (control as HTMLInputElement).value,
          String((control as HTMLInputElement).checked),
          control.getAttribute('aria-expanded'),
          control.getAttribute('aria-pressed'),
          control.getAttribute('aria-selected'),
        ].join('|'),
      ),
    };
  }, controls);

/** Taps a control, or selects the next option of a list. */
async function act(page: Page, index: number, { isAlive }: { isAlive: boolean }) {
  const control = page.locator(controls).nth(index);
  const tag = await control.evaluate((element) => element.tagName);
  if (tag === 'SELECT') await control.selectOption({ index: 1 });
  // Once scripts run, the floating button moves out of the way of text.
  else if (isAlive) await control.evaluate((element: HTMLElement) => element.click());
  else await control.click();
}

/** Holds back the page's scripts until released. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let held: Route[] | undefined = [];
  await page.route('**/assets/*.js', (route) => {
    if (held) held.push(route);
    else return route.continue();
  });
  return async () => {
    const routes = held ?? [];
    held = undefined;
    await Promise.all(routes.map((route) => route.continue()));
    await page.unroute('**/assets/*.js');
  };
}

for (const path of pages) {
  test(`@phone on ${path} each tap before the scripts does what it does after them`, async ({
    page,
  }) => {
    // The invitation opens by itself, not by a tap.
    await page.addInitScript(() => sessionStorage.setItem('appraisal-invited', '1'));
    const release = await holdScripts(page);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('footer')).toBeAttached();
    const indexes = await controlsInSight(page);
    expect(indexes.length).toBeGreaterThan(1);
    await release();

    for (const index of indexes) {
      await page.goto(path);
      await hydrated(page);
      await act(page, index, { isAlive: true });
      await page.waitForLoadState('networkidle');
      const after = await stateOf(page);

      const releaseAgain = await holdScripts(page);
      await page.goto(path, { waitUntil: 'commit' });
      await act(page, index, { isAlive: false });
      await releaseAgain();
      const name = await page.locator(controls).nth(index).textContent();
      await expect.poll(() => stateOf(page), { message: `${index} ${name}` }).toEqual(after);
    }
  });
}
