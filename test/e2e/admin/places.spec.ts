import type { Page } from '@playwright/test';
import type { AdminRole } from '#kit/permissions/admin-roles.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
} from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

// The ten places of the operator's area, its list of what is to be done, and its search.

const rail = (page: Page) => page.getByRole('navigation', { name: '運営のメニュー' });
const placesOf: Record<AdminRole, string[]> = {
  owner: '今日 箱 到着 査定 寄付者 団体 お金 サイト 記録 設定'.split(' '),
  operator: '今日 箱 到着 査定 寄付者 団体 お金 サイト 記録 設定'.split(' '),
  warehouse: ['今日', '箱', '到着', '査定'],
  auditor: '今日 査定 団体 お金 記録'.split(' '),
  accountant: '今日 査定 寄付者 団体 お金 記録 設定'.split(' '),
};

for (const role of Object.keys(placesOf) as AdminRole[]) {
  test(`the places of ${role} fit the rail without a scroll, and each opens @rare-2`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 1366, height: 800 });
    await openAs(page, product, role, '/admin');
    await expect(page.getByRole('heading', { level: 1, name: /^今日すること/ })).toBeVisible();
    const links = rail(page).getByRole('link');
    await expect(links).toHaveText(placesOf[role].map((place) => new RegExp(`^${place}`)));
    expect(await rail(page).evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0);
    for (const place of placesOf[role]) {
      await links.filter({ hasText: new RegExp(`^${place}`) }).click();
      await expect(links.filter({ hasText: new RegExp(`^${place}`) })).toHaveAttribute(
        'aria-current',
        'true',
      );
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText(/^403/)).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    }
  });
}

test('今日 leads to the work by one button, and the old address of the list leads on', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'operator', '/admin');
  // Other tests of this server may leave questions, which stand above.
  const kits = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: '今日発送する申し込み' });
  await expect(kits).toBeVisible();
  await expectAccessible(page);
  await expectJapanese(page);
  await kits.getByRole('link', { name: '発送の準備' }).click();
  await expect(page).toHaveURL('/admin/kits');
  await expect(page.getByRole('navigation', { name: '箱の画面' })).toBeVisible();
  await page.goto('/admin?filter=overdue&order=oldest');
  await expect(page).toHaveURL('/admin/applications?filter=overdue&order=oldest');
});

test('@phone four places and もっと stand on the lower edge of a phone', {
  tag: '@both',
}, async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAs(page, product, 'warehouse', '/admin');
  await expect(rail(page).getByRole('link')).toHaveText([/^今日/, /^箱/, /^到着/, /^査定/]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await rail(page).getByRole('button', { name: 'もっと' }).click();
  const drawer = page.getByRole('dialog', { name: '運営の画面' });
  await expectAccessible(page);
  await drawer.getByRole('link', { name: '保留の棚' }).click();
  await expect(page).toHaveURL('/admin/exceptions');
  await expect(drawer).toBeHidden();
});

test('the search opens a screen by its words and a person by name, by keyboard alone', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'owner', '/admin');
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'さがす' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'さがす' });
  const field = dialog.getByRole('textbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('口座');
  await expect(dialog.getByRole('link', { name: '設定 › 振込元の口座' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/(bank-account|remittances\/blocked)$/);
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('region', { name: '最近開いたもの' })).toBeVisible();
  await field.fill('owner@mihon.example');
  const person = dialog.getByRole('region', { name: '寄付者' }).getByRole('link');
  await expect(person).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(person).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/donors\/[\w-]+$/);
  await page.keyboard.press('Control+k');
  await field.fill('どこにもない人');
  await expect(dialog).toContainText('見つかりませんでした');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
