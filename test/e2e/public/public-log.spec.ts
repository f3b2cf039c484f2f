import { expect, test } from '#test/e2e/fixtures.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  openHydrated,
} from '#test/e2e/page-checks.ts';

// That an entry is proven in the browser needs a signed log: check-entry.test.ts and seal-log.server.test.ts.

test('/verify refuses what is neither a position nor an opening, and finds no line that is not signed', async ({
  page,
}) => {
  await openHydrated(page, '/verify');
  const field = page.getByRole('textbox', { name: '行の番号か、寄付の控え' });
  const check = page.getByRole('button', { name: '記録を確かめる' });
  await field.fill('999999999999');
  await check.click();
  await expect(page.getByText('見つかりません').first()).toBeVisible();
  await field.fill('{"line":"控えではない文字"}');
  await check.click();
  await expect(
    page
      .getByText('行の番号（0からの数字）か、寄付の控えの文字を、そのまま入れてください。')
      .first(),
  ).toBeVisible();
  await expectAccessible(page);
  await expectJapanese(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});
