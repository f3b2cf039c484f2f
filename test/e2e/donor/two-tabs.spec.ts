import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { giveMany } from '#test/e2e/giving.ts';
import { join, loginLink, menuOf } from '#test/e2e/members.ts';
import { hydrated } from '#test/e2e/page-checks.ts';

// One tab has an open draft while another signs out: from then on nothing of it is stored, shown or sent.

const typed = /千代田|丸の内|髙橋|花子|member\d/;

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

async function signOut(page: Page): Promise<void> {
  await menuOf(page).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await expect(loginLink(page)).toBeVisible();
}

/** Paths of a page's write requests. */
function countWrites(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && pathname.startsWith('/api/')) sent.push(pathname);
  });
  return sent;
}

test('an application that a donor began is stored no more, and a visitor of the same browser sees nothing of it', async ({
  page,
  context,
}) => {
  await join(page);
  const other = await context.newPage();
  await other.goto('/associate/sample-animal-1');
  await hydrated(other);
  await other.getByLabel('洋服').check();
  await other.getByRole('button', { name: 'お届け先の入力へ進む' }).click();
  await other.getByLabel(/^郵便番号/).fill('1000001');
  await expect(other.getByLabel(/^市区町村・町名/)).toHaveValue('千代田区千代田');
  await expect.poll(() => stored(other)).toContain('千代田区千代田');
  await page.goto('/');
  // Text younger than the typing pause is not stored yet.
  await other.getByLabel(/^番地/).fill('丸の内1-1');
  await signOut(page);

  await expect(
    other.getByRole('alert').filter({ hasText: '別の画面でログアウトしました' }),
  ).toBeVisible();
  await expect(menuOf(other)).toBeHidden();
  await expect(other.getByLabel(/^番地/)).toHaveValue('丸の内1-1');
  await other.getByLabel(/^番地/).fill('丸の内2-2');
  const sent = countWrites(other);
  await other.getByRole('button', { name: '確認する' }).click();
  // Leaving a page stores pending text.
  await other.goto('/faq');
  expect(await stored(other)).not.toMatch(typed);
  await other.goto('/associate/sample-animal-1');
  await hydrated(other);
  await expect(other.getByText('前回の入力を復元しました')).toBeHidden();
  await expect(other.getByLabel('洋服')).not.toBeChecked();
  await other.getByLabel('靴').check();
  await other.getByRole('button', { name: 'お届け先の入力へ進む' }).click();
  for (const label of [/^姓(?!（)/, /^メールアドレス/, /^市区町村・町名/, /^番地/]) {
    await expect(other.getByLabel(label)).toHaveValue('');
  }
  expect(sent).toEqual([]);
});

test('a pledge that a donor writes is sent and stored no more @rare-3', async ({
  page,
  context,
  product,
}) => {
  const [gift] = await giveMany(product, await join(page), 1);
  const other = await context.newPage();
  await other.goto(`/mypage/my-pledge/new?appraisalId=${gift?.appraisalId}`);
  const words = '祖母の丸の内のコート';
  await other.getByLabel('本文').fill(words);
  await expect.poll(() => stored(other)).toContain(words);
  await page.goto('/');
  await signOut(page);
  await expect(
    other.getByRole('alert').filter({ hasText: '別の画面でログアウトしました' }),
  ).toBeVisible();
  const sent = countWrites(other);
  await other.getByLabel('本文').fill(`${words}と帽子`);
  await other.getByRole('button', { name: '下書きを保存する' }).click();
  await expect(other.getByRole('main').getByRole('alert')).toContainText('もう一度ログイン');
  await expect(other.getByLabel('本文')).toHaveValue(`${words}と帽子`);
  expect(sent).toEqual([]);
  await other.goto('/faq');
  expect(await stored(other)).not.toMatch(typed);
});
