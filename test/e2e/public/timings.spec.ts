import type { Page, Route } from '@playwright/test';
import { sampleSignIn } from '#test/e2e/donating.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, hydrated } from '#test/e2e/page-checks.ts';
import { openTimed, stopClock } from '#test/e2e/stopped-clock.ts';
import { sampled } from '#test/form.ts';

// The figures of docs/product.md, Timings, on the page's own clock.

test.describe('the message modal', () => {
  test('fades for 300 ms, then tells who showed it, who takes the focus @rare-1', async ({
    page,
  }) => {
    await openTimed(page, '/login');
    await page.getByRole('button', { name: 'ログインする', exact: true }).click();
    const modal = page.getByRole('dialog', { name: '入力エラー' });
    await expect(modal).toContainText('ご不便おかけいたします。フォームをご確認ください。');
    await expectAccessible(page);
    await stopClock(page);
    await modal.getByRole('button', { name: '閉じる' }).last().click();
    await page.clock.runFor(299);
    await expect(modal).toBeVisible();
    const summary = page.getByRole('main').getByRole('alert').first();
    await expect(summary).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(modal).toBeHidden();
    await expect(summary).toBeFocused();
  });

  test('says the same error as often as it happens @rare-2', async ({ page, product }) => {
    await page.goto('/login');
    await hydrated(page);
    // The message is the same however many tries other tests have made from this address.
    const { email } = sampleSignIn(product.output(), 'donor');
    await page.getByLabel('メールアドレス').fill(email);
    await page.getByRole('textbox', { name: 'パスワード' }).fill('a long password');
    const modal = page.getByRole('dialog', { name: 'ログインできませんでした' });
    for (const _time of ['first', 'second']) {
      await page.getByRole('button', { name: 'ログインする', exact: true }).click();
      await expect(modal).toContainText('メールアドレスまたはパスワードに誤りがあります。');
      await modal.getByRole('button', { name: '閉じる' }).last().click();
      await expect(modal).toBeHidden();
    }
  });
});

test.describe('the loading bar', () => {
  const bar = (page: Page) => page.getByRole('progressbar', { name: 'ページの読み込み' });
  const percent = async (page: Page) =>
    (await bar(page).count()) ? await bar(page).getAttribute('aria-valuenow') : 'none';

  /** Follows a header link whose response waits for the returned function. */
  async function follow(
    page: Page,
  ): Promise<(end: (route: Route) => Promise<void>) => Promise<void>> {
    let held: Route | undefined;
    await page.route(/my-pledge.*\.data/, (route) => {
      held = route;
    });
    await openTimed(page, '/terms');
    await stopClock(page);
    await page.getByRole('banner').getByRole('link', { name: '寄付した人の声' }).click();
    await expect.poll(() => held !== undefined).toBe(true);
    // The link is marked as pending; work that waits for that starts one task later.
    await expect(page.locator('a.pending')).not.toHaveCount(0);
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage('');
        }),
    );
    return async (end) => {
      if (held) await end(held);
    };
  }

  test('waits for 200 ms, then moves by 30 and 45 % in 5 s, and ends with the load @rare-2', async ({
    page,
  }) => {
    const answer = await follow(page);
    await page.clock.runFor(199);
    expect(await percent(page)).toBe('none');
    await page.clock.runFor(1);
    expect(await percent(page)).toBe('30');
    await page.clock.runFor(2_499);
    expect(await percent(page)).toBe('30');
    await page.clock.runFor(1);
    expect(await percent(page)).toBe('75');
    await page.clock.runFor(5_000);
    expect(await percent(page)).toBe('75');
    await answer((route) => route.continue());
    await expect(bar(page)).toHaveAttribute('aria-valuenow', '100');
    await expect(page).toHaveURL('/my-pledge');
    await page.clock.runFor(400);
    await expect(bar(page)).toHaveCount(0);
  });

  test('does not show for a quick load @rare-3', async ({ page }) => {
    const answer = await follow(page);
    await page.clock.runFor(199);
    await answer((route) => route.continue());
    await expect(page).toHaveURL('/my-pledge');
    await page.clock.runFor(1_000);
    await expect(bar(page)).toHaveCount(0);
  });

  test.describe('of a page that fails', () => {
    test.use({ expectedComplaints: [/\b500\b/] });

    test('turns red, beside the error’s page @rare-4', async ({ page }) => {
      const answer = await follow(page);
      await page.clock.runFor(200);
      const colour = () =>
        bar(page)
          .locator('div')
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      const usual = await colour();
      await answer((route) => route.fulfill({ status: 500, body: 'broken' }));
      await expect(page.getByRole('heading', { level: 1, name: '500' })).toBeVisible();
      expect(await colour()).not.toBe(usual);
      expect(await colour()).toBe('rgb(192, 21, 47)');
      await page.clock.runFor(5_000);
      await expect(bar(page)).toHaveCount(0);
    });
  });
});

test.describe('the suggestions of e-mail addresses', () => {
  const list = (page: Page) => page.getByRole('listbox');
  const field = (page: Page) => page.getByRole('combobox', { name: 'メールアドレス' });

  test('are chosen by arrow keys and Enter, which sends nothing, and close after 200 ms @rare-3', async ({
    page,
  }) => {
    await openTimed(page, '/login');
    await field(page).pressSequentially('hanako');
    await expect(list(page)).toHaveCount(0);
    await field(page).pressSequentially('@y');
    const options = list(page).getByRole('option');
    for (const option of await options.all()) await expect(option).toHaveText(/@y/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    const chosen = (await options.nth(1).textContent()) ?? '';
    await stopClock(page);
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue(chosen);
    await page.clock.runFor(199);
    await expect(list(page)).toBeVisible();
    await page.clock.runFor(1);
    await expect(list(page)).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/login');
  });

  test('are chosen by a click, and leave out what stands there already @rare-1', async ({
    page,
  }) => {
    await page.goto('/login');
    await hydrated(page);
    await field(page).fill('hanako@docomo.ne.j');
    await list(page).getByRole('option').click();
    await expect(field(page)).toHaveValue('hanako@docomo.ne.jp');
    await expect(field(page)).toBeFocused();
    await expect(list(page)).toHaveCount(0);
    await field(page).fill('hanako@docomo.ne.jp');
    await expect(list(page)).toHaveCount(0);
  });

  const heights = [
    [1280, 25],
    [360, 44],
  ] as const;
  for (const [widthPx, itemPx] of sampled(heights, { every: 2, salt: 'suggestions' })) {
    test(`are ${itemPx} px high on ${widthPx} px, in a list of 200 by at most 100 @rare-4`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: widthPx, height: 740 });
      await page.goto('/login');
      await hydrated(page);
      await field(page).fill('hanako@');
      // Inside its border.
      const box = await list(page).evaluate((element) => {
        const { width, height } = element.getBoundingClientRect();
        return { width: width - 2, height: height - 2 };
      });
      expect(box).toEqual({ width: 200, height: 100 });
      const item = await list(page).getByRole('option').first().boundingBox();
      expect(item?.height).toBe(itemPx);
    });
  }
});
