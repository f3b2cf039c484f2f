import type { Page } from '@playwright/test';
import { apply, registerFromApplication, resultFile, sampleSignIn, signIn } from './donating.ts';
import { expect, test } from './fixtures.ts';

const password = 'たすきで寄付する2026';

/** The organisation's counts of donations as its page shows them. */
async function counts(page: Page, path: string) {
  await page.goto(path);
  const read = async (label: string) => {
    const text = await page.locator('dt', { hasText: label }).first().locator('..').textContent();
    return Number((text ?? '').replace(/[^\d]/g, ''));
  };
  return { month: await read('今月のご寄付'), total: await read('累計のご寄付') };
}

/** Chooses a file of results on the operator's page and lets it be checked. */
async function tryResults(page: Page, content: Buffer) {
  await page.getByLabel('査定結果のCSV').setInputFiles({
    name: '査定結果.csv',
    mimeType: 'text/csv',
    buffer: content,
  });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
}

test('the main job: apply, register, results, history, totals', async ({
  page,
  product,
  anotherPerson,
}) => {
  // A visitor finds an organisation and applies.
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: '寄付先を探す' }).click();
  await page.getByRole('dialog').getByRole('link', { name: '寄付先を探す' }).click();
  await page.getByLabel('キーワード').fill('ねこ');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/associate\/[\w-]+$/);
  const path = new URL(page.url()).pathname;
  const associateId = path.split('/').at(-1) ?? '';
  const associateName = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const before = await counts(page, path);
  const email = 'hanako@example.com';
  const appraisalId = await apply(page, { lastName: '髙橋', firstName: '﨑子', email });
  await registerFromApplication(page, password);

  // The operator uploads the results: a bad row is refused, mended, accepted.
  const office = await anotherPerson();
  await office.goto('/admin/results');
  const operator = sampleSignIn(product.output(), 'operator');
  await signIn(office, operator.email, operator.password);
  await expect(office).toHaveURL(/\/admin\/results$/);
  await tryResults(office, resultFile([{ appraisalId, associateId, amountYen: '千円' }]));
  await expect(
    office.getByText('2行目「査定金額」：数字で入力してください（入力値：千円）').first(),
  ).toBeVisible();
  const mended = resultFile([{ appraisalId, associateId, amountYen: 3_240 }]);
  await tryResults(office, mended);
  await office.getByRole('button', { name: '取り込む' }).click();
  await expect(office.getByText('取り込みました').first()).toBeVisible();

  // The donor's history shows date, yen, organisation and the wish for a receipt.
  await page.goto('/mypage/donation-history');
  const entry = page.getByRole('article').filter({ hasText: appraisalId });
  await expect(entry).toContainText('3,240円');
  await expect(entry).toContainText(associateName);
  await expect(entry).toContainText(/受領証明書/);

  // The organisation's counts have moved by one.
  expect(await counts(page, path)).toEqual({ month: before.month + 1, total: before.total + 1 });

  // The mails are there for the operator to read.
  await office.goto('/admin/mails');
  await expect(office.getByText(email).first()).toBeVisible();

  // The same file again adds nothing.
  await office.goto('/admin/results');
  await tryResults(office, mended);
  await expect(office.getByText(/新しく取り込む行はありません/).first()).toBeVisible();
  expect(await counts(page, path)).toEqual({ month: before.month + 1, total: before.total + 1 });
});
