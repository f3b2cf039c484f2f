import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import iconv from 'iconv-lite';
import type { Associate } from '#organisations/associates/associate.ts';
import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { newEmail, password } from '#test/e2e/members.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrated } from '#test/e2e/page-checks.ts';
import { registerDirectly } from '#test/e2e/signed-in.ts';
import { applyBody, unknownGuest } from '#test/factories/apply-body.ts';

// Behaviour common to all of the operator's lists, tested on applications and the audit log.

/**
 * Applications under one name, made through the API by a donor: guests' ones would use up the
 * hourly limit of this address, which other tests need.
 */
async function applyMany(donor: Page, lastName: string, count: number): Promise<void> {
  await registerDirectly(donor, { email: newEmail('many'), password });
  const { token } = await (await donor.request.get('/api/auth/token')).json();
  const { sub: uid } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  const [associate] = (await (await donor.request.get('/api/associates')).json()) as Associate[];
  const associateId = associate?.id ?? '';
  for (let made = 0; made < count; made++) {
    const { email } = unknownGuest();
    const body = applyBody({ uid, application: { associateId }, applicant: { lastName, email } });
    const answer = await donor.request.post('/api/appraisal/apply', {
      data: body,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status()).toBe(201);
  }
}

async function openAsOperator(page: Page, product: Product, path: string): Promise<void> {
  const operator = sampleSignIn(product.output(), 'operator');
  await page.goto(path);
  await signIn(page, operator.email, operator.password);
  await page.waitForURL((url) => url.pathname !== '/login');
  await hydrated(page);
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
}

/** Pixels by which a box's placeholder exceeds its space. */
const missingForPlaceholder = (box: Locator) =>
  box.evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('this browser draws nothing');
    context.font = font;
    const place =
      input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return context.measureText(input.placeholder).width - place;
  });
const main = (page: Page) => page.getByRole('main');
const range = (page: Page) => main(page).getByText(/^[\d,]+件(?:中|以上のうち) \d+～\d+件$/);
const next = (page: Page) => main(page).getByRole('link', { name: '次のページ' });
const bar = (page: Page) => page.getByRole('region', { name: '選んだ申し込み' });
/** The focused link. */
const focused = (page: Page) => main(page).locator('a:focus');

test('ticks outlast turning pages; the way back brings page, words and place', async ({
  page,
  product,
  anotherPerson,
}) => {
  const lastName = '頁送確認';
  await applyMany(await anotherPerson(), lastName, 52);
  await openAsOperator(page, product, '/admin/applications');
  await page.getByRole('searchbox').fill(lastName);
  await expect(range(page)).toHaveText('52件中 1～50件');
  await page.getByLabel('このページの50件を選ぶ').check();
  await next(page).click();
  await expect(page).toHaveURL(/\/admin\/applications\?filter=all&cursor=[\w-]+&page=2$/);
  expect(decodeURIComponent(page.url())).not.toContain(lastName);
  await expect(range(page)).toHaveText('52件中 51～52件');
  await expect(next(page)).toHaveCount(0);
  await expect(page.getByLabel('このページの2件を選ぶ')).not.toBeChecked();
  await expect(bar(page)).toContainText('50件を選択中');
  await main(page).getByRole('checkbox', { name: /^TS-/ }).first().check();
  await expect(bar(page)).toContainText('51件を選択中');

  await main(page).getByRole('link', { name: '前のページ' }).click();
  await expect(range(page)).toHaveText('52件中 1～50件');
  await expect(page.getByLabel('このページの50件を選ぶ')).toBeChecked();
  await page.goBack();
  await expect(range(page)).toHaveText('52件中 51～52件');
  await expect(page.getByRole('searchbox')).toHaveValue(lastName);

  // Another selection starts without ticks.
  await page.goBack();
  await expect(range(page)).toHaveText('52件中 1～50件');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(300);
  await main(page).getByRole('rowheader').last().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /^TS-/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue(lastName);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  // Going back from an entry keeps them, as paging does.
  await expect(bar(page)).toContainText('51件を選択中102箱');
  await page.getByRole('searchbox').fill(`${lastName} 花子`);
  await expect(bar(page)).toHaveCount(0);
});

test('chips say how many there are, and only those are shown @rare-2', async ({
  page,
  product,
  anotherPerson,
}) => {
  await applyMany(await anotherPerson(), '絞込確認', 1);
  await openAsOperator(page, product, '/admin/applications');
  const chips = page.getByRole('navigation', { name: '状態で絞り込む' });
  const applied = chips.getByRole('link', { name: '受付', exact: true });
  await expect(applied).toHaveAttribute('aria-description', /^[\d,]+\+?件$/);
  const count = (await applied.getAttribute('aria-description'))?.replace('件', '') ?? '';
  await applied.click();
  await expect(page).toHaveURL(/\?filter=applied$/);
  await expect(applied).toHaveAttribute('aria-current', 'true');
  if (!count.endsWith('+')) await expect(range(page)).toContainText(`${count}件中`);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/applications$/);
});

test('the list begins with what waits for somebody; columns are chosen and kept with a view @rare-1', async ({
  page,
  product,
  anotherPerson,
}) => {
  await applyMany(await anotherPerson(), '列確認', 1);
  await openAsOperator(page, product, '/admin/applications');
  const chips = page.getByRole('navigation', { name: '状態で絞り込む' });
  await expect(chips.getByRole('link', { name: 'いますること' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(main(page).getByRole('columnheader', { name: '電話番号' })).toHaveCount(0);
  await page.getByRole('button', { name: '列を選ぶ' }).click();
  const dialog = page.getByRole('dialog', { name: '列を選ぶ' });
  for (const column of ['お届け希望日', '電話番号', '金額', 'キットの発送日', '会員']) {
    await dialog.getByLabel(column).check();
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin/applications?columns=wished.tel.amount.kit.guest');
  await expect(main(page).getByRole('columnheader', { name: '電話番号' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(main(page).getByRole('columnheader', { name: '会員' })).toBeVisible();
});

test('j and k walk the rows, Enter opens, and typing is typing @rare-3', async ({
  page,
  product,
  anotherPerson,
}) => {
  const lastName = '鍵盤確認';
  await applyMany(await anotherPerson(), lastName, 2);
  await openAsOperator(page, product, '/admin/applications');
  await page.keyboard.press('/');
  await page.keyboard.type(lastName);
  await expect(range(page)).toHaveText('2件中 1～2件');
  await page.keyboard.type('jk');
  await expect(page.getByRole('searchbox')).toHaveValue(`${lastName}jk`);
  await page.getByRole('searchbox').fill(lastName);
  await expect(range(page)).toHaveText('2件中 1～2件');
  await page.getByRole('searchbox').blur();

  const rows = main(page)
    .getByRole('table', { name: /の一覧$/ })
    .getByRole('rowheader')
    .getByRole('link');
  await page.keyboard.press('j');
  await expect(focused(page)).toHaveText((await rows.nth(0).textContent()) ?? '');
  await page.keyboard.press('j');
  await expect(focused(page)).toHaveText((await rows.nth(1).textContent()) ?? '');
  await page.keyboard.press('j');
  await expect(focused(page)).toHaveText((await rows.nth(1).textContent()) ?? '');
  await page.keyboard.press('k');
  const first = (await rows.nth(0).textContent()) ?? '';
  await expect(focused(page)).toHaveText(first);
  expect(await focused(page).evaluate((link) => link.matches(':focus-visible'))).toBe(true);

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'キーボードでの操作' });
  await expect(help).toContainText('次の行へ');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
});

test('a selection is kept by name, chosen again and taken away @rare-4', async ({
  page,
  product,
}) => {
  await openAsOperator(page, product, '/admin/applications?filter=kit-due&order=oldest');
  const name = `けさの発送 ${Date.now()}`;
  const dialog = page.getByRole('dialog', { name: '保存した条件' });
  const open = () => main(page).getByRole('button', { name: '保存した条件' }).click();
  await open();
  await dialog.getByLabel('いまの条件に名前をつけて保存').fill(name);
  await dialog.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText(`「${name}」を保存しました。`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '閉じる' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/admin/applications');
  await open();
  await dialog.getByRole('link', { name }).click();
  await expect(page).toHaveURL('/admin/applications?filter=kit-due&order=oldest');
  await expect(dialog).toBeHidden();
  await open();
  await dialog.getByRole('button', { name: `「${name}」を削除` }).click();
  await expect(page.getByText(`「${name}」を削除しました。`)).toBeVisible();
  await expect(dialog.getByRole('link', { name })).toHaveCount(0);
});

test('the file holds what is selected, in the letters that were chosen @rare-1', async ({
  page,
  product,
  anotherPerson,
}) => {
  const lastName = '書出確認';
  await applyMany(await anotherPerson(), lastName, 3);
  await openAsOperator(page, product, '/admin/applications');
  await page.getByRole('searchbox').fill(lastName);
  await expect(range(page)).toHaveText('3件中 1～3件');
  await main(page).getByRole('button', { name: 'CSVで保存' }).click();
  const dialog = page.getByRole('dialog', { name: 'CSVで保存' });
  await dialog.getByLabel(/Shift_JIS/).check();
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '保存する' }).click();
  const file = iconv.decode(await readFile(await (await downloading).path()), 'cp932');
  await expect(page.getByText('CSVを保存しました。')).toBeVisible();
  await expect(dialog).toBeHidden();
  const [header, ...rows] = file.trimEnd().split('\r\n');
  expect(header).toContain('申込番号');
  expect(rows).toHaveLength(3);
  expect(rows.every((row) => row.includes(lastName))).toBe(true);
});

test('@phone the audit log tells who did what, to which record, and leads there @rare-2', async ({
  page,
  product,
  anotherPerson,
}) => {
  await applyMany(await anotherPerson(), '記録確認', 1);
  await openAsOperator(page, product, '/admin/applications');
  await page.getByRole('searchbox').fill('記録確認');
  const link = main(page).getByRole('link', { name: /^TS-/ });
  await expect(link).toHaveCount(1);
  const appraisalId = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: appraisalId })).toBeVisible();

  await page
    .getByRole('navigation', { name: '運営のメニュー' })
    .getByRole('link', { name: '記録', exact: true })
    .click();
  await page
    .getByRole('navigation', { name: '記録の画面' })
    .getByRole('link', { name: '操作' })
    .click();
  await expect(page).toHaveURL('/admin/audit-log');
  await page.getByLabel('記録の番号').fill(appraisalId);
  await page.getByRole('button', { name: '絞り込む' }).click();
  await expect(page).toHaveURL(`/admin/audit-log?subject=${appraisalId}`);
  await expect(main(page).getByText('申し込み：内容を表示').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await main(page)
    .getByRole('link', { name: `申し込み ${appraisalId}` })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: appraisalId })).toBeVisible();
  await page.getByRole('link', { name: '操作の記録の一覧' }).click();
  await expect(page.getByLabel('記録の番号')).toHaveValue(appraisalId);

  await page.getByLabel('日付').fill('2017-01-01');
  await page.getByRole('button', { name: '絞り込む' }).click();
  await expect(page.getByText('当てはまる操作の記録がありません')).toBeVisible();
  await page.getByRole('link', { name: 'すべて見る' }).click();
  await expect(page).toHaveURL('/admin/audit-log');
  await expect(range(page)).toBeVisible();
});

test('@phone each list is cards on a phone, and says what it lacks @rare-4', {
  tag: '@both',
}, async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsOperator(page, product, '/admin/messages');
  for (const path of [
    '/admin/applications',
    '/admin/mails',
    '/admin/identity-checks',
    '/admin/audit-log',
  ]) {
    await page.goto(path);
    await hydrated(page);
    await expect(page.locator('.animate-shimmer')).toHaveCount(0);
    await expect(main(page).getByRole('table', { name: /の一覧$/ })).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }

  await page.goto('/admin/applications');
  const search = page.getByRole('searchbox', { name: '番号・名前・連絡先・団体' });
  expect(await missingForPlaceholder(search)).toBeLessThanOrEqual(0);
  await search.fill('誰でもない名前');
  await expect(page.getByText('当てはまる申し込みがありません')).toBeVisible();
  await page.getByRole('link', { name: 'すべて見る' }).click();
  await expect(range(page)).toBeVisible();
});

test.describe('without an answer', () => {
  test.use({ expectedComplaints: [/net::ERR_FAILED/] });

  test('a list says so, and tries again @rare-2', async ({ page, product }) => {
    await openAsOperator(page, product, '/admin/messages');
    await page.route('**/api/office/messages?*', (route) => route.abort(), { times: 1 });
    await page.goto('/admin/messages?state=open');
    await expect(page.getByRole('alert')).toContainText('通信できませんでした');
    await page.getByRole('button', { name: 'もう一度読み込む' }).click();
    await expect(page.getByText('読み込めませんでした')).toHaveCount(0);
  });
});

test('a page that is not there any more leads to the first @rare-3', async ({ page, product }) => {
  await openAsOperator(page, product, '/admin/applications?cursor=nonsense&page=9');
  await expect(page.getByText('読み込めませんでした')).toBeVisible();
  await page.getByRole('link', { name: '1ページ目へ' }).click();
  await expect(page).toHaveURL('/admin/applications');
  await expect(range(page)).toBeVisible();
});
