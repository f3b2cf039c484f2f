import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrated } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

const run = promisify(execFile);

/** Text of a PDF; undefined if no program is available to extract it. */
async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await run('pdftotext', ['-layout', '-enc', 'UTF-8', file, '-'])).stdout;
  } catch {
    console.warn('not read: pdftotext (poppler-utils) is not installed');
    return undefined;
  }
}

/** Expands the collapsed years. */
async function unfold(page: Page) {
  const years = page.locator('details').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(years.first()).toBeVisible();
  for (const year of await years.all()) {
    if ((await year.getAttribute('open')) === null) await year.locator('summary').first().click();
  }
}

async function downloaded(page: Page, button: ReturnType<Page['getByRole']>) {
  const coming = page.waitForEvent('download');
  await button.click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^receipt-\d{4}-\d{6}\.pdf$/);
  return download.path();
}

test('@phone a donor issues a receipt, takes it, repeats it; anybody confirms it', async ({
  page,
  product,
  anotherPerson,
}) => {
  test.setTimeout(120_000);
  await page.goto('/mypage/receipts');
  await expect(page).toHaveURL(/\/login/);
  const { email, password } = sampleSignIn(product.output(), 'donor');
  await signIn(page, email, password);
  await expect(page).toHaveURL('/mypage/receipts');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await unfold(page);
  const issue = page.getByRole('button', { name: /年分の証明書を発行する$/ }).first();
  const about = (await issue.getAttribute('aria-label'))?.replace('を発行する', '') ?? '';
  await issue.click();
  const asking = page.getByRole('dialog', { name: '受領証明書を発行する' });
  await expect(asking.getByLabel('市区町村・町名')).not.toHaveValue('');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await asking.getByRole('button', { name: '発行する' }).click();
  const take = page.getByRole('button', { name: `${about}のPDFをダウンロード` });
  await expect(take).toBeVisible();
  const card = page.getByRole('article').filter({ has: take });
  const number = /\d{4}-\d{6}/.exec((await card.textContent()) ?? '')?.[0] ?? '';
  const text = await textOf(await downloaded(page, take));
  const code = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){2}/.exec(text ?? '')?.[0] ?? '0000-0000-0000';
  if (text !== undefined) {
    expect(text).toContain('寄付金受領証明書');
    expect(text).toContain(number);
    expect(code).not.toBe('0000-0000-0000');
  }

  await page.getByRole('button', { name: `${about}を再発行する` }).click();
  const dialog = page.getByRole('dialog', { name: '受領証明書を再発行しますか？' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '再発行する' }).click();
  await expect(card).toContainText(`番号 ${number} に替わるもの`);
  const again = await textOf(await downloaded(page, take));
  if (again !== undefined) expect(again).toContain(`番号 ${number} の証明書`);

  // The printed code, scanned by another person's phone.
  const reader = await anotherPerson();
  await reader.goto(`/verify#number=${number}&code=${code}`);
  await hydrated(reader);
  await expect(reader.getByLabel('証明書番号')).toHaveValue(number);
  await expect(reader).toHaveURL('/verify');
  await reader.getByRole('button', { name: '証明書を確かめる' }).click();
  if (text !== undefined) {
    await expect(reader.getByText('この証明書は、差し替えのため無効です')).toBeVisible();
    await expect(reader.getByText('再発行したため、お使いになれません')).toBeVisible();
    await expectAccessible(reader);
  }
  await reader.getByLabel('確認コード').fill('abcd 2345 6789');
  await reader.getByRole('button', { name: '証明書を確かめる' }).click();
  await expect(reader.getByText('この証明書の記録は見つかりません')).toBeVisible();
  await expectNoSidewaysScroll(reader);
});

test('the page says why there is no receipt, and what the year could bring back @rare-2', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'donor', '/mypage/donation-history');
  await page.getByRole('link', { name: '受領証明書を発行する' }).click();
  // The history collapses its years as well.
  await expect(page.getByRole('heading', { level: 1, name: '受領証明書' })).toBeVisible();
  await unfold(page);
  await expect(page.getByText(/発行はありません|発行できません/).first()).toBeVisible();
  // Each received gift shows its day and its tax year.
  await expect(
    page.getByText(/団体へ届いた日：\d{4}年\d+月\d+日 → \d{4}年分/).first(),
  ).toBeAttached();

  const relief = page.getByText('税金の目安を計算する').first();
  await relief.click();
  const form = page.getByRole('form', { name: '控除の計算' }).first();
  await expect(form.getByLabel(/一年間の寄付の合計/)).not.toHaveValue('');
  await form.getByLabel(/^所得金額/).fill('4,000,000');
  await form.getByLabel(/所得控除の額/).fill('1,525,000');
  await form.getByRole('button', { name: '計算する' }).click();
  await expect(page.getByText('軽くなる税金の目安').first()).toBeVisible();
});
