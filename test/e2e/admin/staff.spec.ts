import type { Page } from '@playwright/test';
import type { Role } from '#kit/permissions/roles.ts';
import { formatYen } from '#kit/values/yen.ts';
import { periodLabel } from '#money/statements/period.ts';
import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

const room = '/staff';
const donations = (page: Page) => page.getByRole('region', { name: 'いただいた寄付' });
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });

async function enter(page: Page, product: Product, role: Role, path = room): Promise<void> {
  const { email, password } = sampleSignIn(product.output(), role);
  await page.goto(path);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, email, password);
}

/** API response for the person signed in on the page. */
async function ask(page: Page, path: string) {
  const { token } = await (await page.request.get('/api/auth/token')).json();
  return page.request.get(path, { headers: { authorization: `Bearer ${token}` } });
}

test('each screen of the room has a title and a heading of its own', async ({ page, product }) => {
  await openAs(page, product, 'staff', room);
  const menu = page.getByRole('navigation', { name: '団体の画面' });
  await expect(menu.getByRole('link')).toHaveCount(12);
  const links = await menu.getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  const [titles, headings] = [new Set<string>(), new Set<string>()];
  for (const address of addresses) {
    await page.goto(address ?? '');
    titles.add(await page.title());
    headings.add((await page.getByRole('heading', { level: 1 }).textContent()) ?? '');
  }
  expect([titles.size, headings.size]).toEqual([12, 12]);
});

test('@phone staff find donations, totals, pledges and wished receipts of their organisation', {
  tag: '@both',
}, async ({ page, product }) => {
  await enter(page, product, 'staff');
  await expect(page).toHaveURL(room);
  const [own] = await (await ask(page, '/api/staff/associates')).json();
  await expect(page.getByRole('heading', { level: 2, name: own.name })).toBeVisible();
  for (const [label, value] of [
    ['今月の寄付', own.monthlyYen],
    ['これまでの寄付', own.totalYen],
    ['これまでの件数', own.totalCount],
    ['これから送金', own.owedYen],
    ['受領証明書の希望', own.receiptWishCount],
  ] as const) {
    await expect(figure(page, label).first()).toContainText(formatYen(value));
  }
  // The latest twelve months are a chart, with a table behind it.
  await expect(page.getByRole('img', { name: '月ごとの寄付の金額の棒グラフ' })).toBeVisible();
  await page.getByText('数字を表で見る').click();
  await expect(page.getByRole('table', { name: /この12か月/ }).getByRole('row')).toHaveCount(13);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000);
  // The totals match the organisation's public page.
  const pages = await (await page.request.get('/api/associates')).json();
  const everybody = pages.find(({ id }: { id: string }) => id === own.id);
  expect(own.totalCount).toBe(everybody.stat.totalCount);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.goto(`${room}/${own.id}/donations`);
  await expect(donations(page)).toContainText(`${formatYen(own.totalCount)}件`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await donations(page).getByRole('link', { name: '受領証明書の希望あり' }).click();
  await expect(page).toHaveURL(/receipt=true/);
  await expect(donations(page)).toContainText(`${formatYen(own.receiptWishCount)}件`);
  await expect(donations(page).getByText('希望なし')).toHaveCount(0);
  // Nothing can be changed here, and no donor is named.
  const main = page.getByRole('main');
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main).not.toContainText('@');
});

test('staff read the list to its end, and pledges apart from it @rare-1', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'staff', room);
  const [own] = await (await ask(page, '/api/staff/associates')).json();
  const list = `${room}/${own.id}/donations`;
  await page.goto(list);
  await expect(donations(page).getByRole('row').first()).toBeVisible();
  const next = donations(page).getByRole('link', { name: '次のページ' });
  let seen = 0;
  for (let number = 1; ; number++) {
    const rows = donations(page).getByRole('rowheader');
    if (number > 1) await expect(page).toHaveURL(new RegExp(`page=${number}$`));
    await expect(rows.first()).toBeVisible();
    seen += await rows.count();
    if ((await next.count()) === 0) break;
    const first = await rows.first().textContent();
    await next.click();
    await expect(rows.first()).not.toHaveText(first ?? '');
  }
  expect(seen).toBe(own.totalCount);

  await expect(page.getByRole('link', { name: /読む/ })).toHaveCount(0);
  await page.goto(`${room}/${own.id}/pledges`);
  await page.getByRole('link', { name: '公開のページで読む' }).first().click();
  await expect(page).toHaveURL(/\/my-pledge\/[\w-]+$/);
  await expect(page.getByRole('region', { name: '寄付した先' })).toContainText(own.name);
});

test('the way back shows figures before they are read again @rare-1', async ({ page, product }) => {
  await openAs(page, product, 'staff', room);
  await expect(figure(page, 'これまでの件数').first()).toBeVisible();
  await page.getByRole('link', { name: '団体のページを見る' }).click();
  await expect(page).toHaveURL(/\/associate\//);
  let asked = 0;
  await page.route('**/api/staff/**', () => {
    // Never answered.
    asked += 1;
  });
  await page.goBack();
  await expect(figure(page, 'これまでの件数').first()).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('another organisation’s donations are nobody’s but its own staff’s @rare-2', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'staff', room);
  const owned = await (await ask(page, '/api/staff/associates')).json();
  const ids = new Set(owned.map(({ id }: { id: string }) => id));
  const all = await (await page.request.get('/api/associates')).json();
  const foreign = all.find(({ id }: { id: string }) => !ids.has(id));
  const answer = await ask(page, `/api/staff/associates/${foreign.id}/donations`);
  expect(answer.status()).toBe(404);
  // Named in the URL, it does not exist.
  await page.goto(`${room}?associate=${foreign.id}`);
  await expect(page.getByRole('heading', { level: 2, name: owned[0].name })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(foreign.name);
});

test('an operator who opens the staff’s page reads whose it is, and stays signed in @rare-3', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'operator', room);
  await expect(page.getByRole('heading', { name: '団体の担当者だけが開けます' })).toBeVisible();
  await page.getByRole('link', { name: '運営の画面へ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^今日すること/ })).toBeVisible();
});

test('a donor who opens the staff’s page is told 403 @rare-4', async ({ page, product }) => {
  await enter(page, product, 'donor');
  await expect(page.getByRole('heading', { name: '403' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'ログイン画面へ' })).toBeVisible();
});

test('@phone staff read what was sent to their organisation, and save the papers @rare-1', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'staff', room);
  await page.getByRole('link', { name: '送金の明細' }).click();
  const all = page.getByRole('region', { name: '送金の明細' });
  await expect(all.getByRole('region', { name: '次の送金' })).toContainText('いまのご契約の費用');
  const [own] = await (await ask(page, '/api/staff/associates')).json();
  const api = `/api/staff/associates/${own.id}`;
  const [newest] = await (await ask(page, `${api}/statement-years`)).json();
  const year = all.getByRole('region', { name: `${periodLabel(newest.period)}に団体へ届いた額` });
  await expect(year).toContainText(formatYen(newest.amountYen));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await all.getByRole('link', { name: `${newest.period.slice(0, 4)}年度`, exact: true }).click();
  await expect(page).toHaveURL(/period=\d{4}-\d{2}_\d{4}-\d{2}/);

  const saved = page.waitForEvent('download');
  await all
    .getByRole('button', { name: /^明細書.+のPDFを保存$/ })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/^statement-[\w-]+\.pdf$/);
  const [row] = await (await ask(page, `${api}/statements?period=${newest.period}`)).json();
  await all.locator(`a[href*="/statements/"]`).first().click();
  const one = page.getByRole('region', { name: '支払明細書' });
  await expect(one).toContainText(`${formatYen(row.amountYen)}円`);
  await expect(one.getByRole('heading', { name: '一件ずつの明細' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const csv = page.waitForEvent('download');
  await one.getByRole('button', { name: /のCSVを保存$/ }).click();
  expect((await csv).suggestedFilename()).toMatch(/^statement-[\w-]+\.csv$/);
});
