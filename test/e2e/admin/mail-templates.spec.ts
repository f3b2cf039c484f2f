import { desc } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { withDatabase } from '#test/e2e/giving.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

// The accessibility check also tries to run in a mail's frame.
test.use({ expectedComplaints: [/^Blocked script execution in 'about:srcdoc'/] });

const newestNumber = (product: Product) =>
  withDatabase(product, async (db) => {
    const [newest] = await db
      .select({ appraisalId: applications.appraisalId })
      .from(applications)
      .orderBy(desc(applications.createdAt))
      .limit(1);
    return newest?.appraisalId ?? '';
  });

// A kind of mail that no other test sends or reads: tests share the server.
const label = '次の寄付のご案内';

test('@phone the words of a mail are written, seen with a real record, tried on oneself, published, and taken back @rare-4', async ({
  page,
  product,
}) => {
  test.slow();
  await openAs(page, product, 'operator', '/admin/content/mail-templates');
  const row = page.getByRole('listitem').filter({ hasText: label });
  await expect(row).toContainText('標準の文');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await row.getByRole('link', { name: label }).click();
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  await page.getByRole('button', { name: 'この文をもとに書き換える' }).click();
  const subject = page.getByRole('textbox', { name: '件名' });
  await subject.fill('もう一度、');
  await page.getByRole('button', { name: '{{寄付先}}' }).click();
  await expect(subject).toHaveValue('もう一度、{{寄付先}}');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // An unknown placeholder is reported at its field.
  const closing = page.getByRole('textbox', { name: 'おわりの文' });
  await closing.fill('{{なまえ}}さん');
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await page.getByRole('dialog', { name: '入力エラー' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(
    page.getByText(/使える差し込みは、\{\{お名前\}\}、\{\{寄付先\}\}です/).first(),
  ).toBeVisible();
  await closing.fill('お待ちしています。');
  await expect(closing).toHaveValue('お待ちしています。');

  await page.getByRole('button', { name: 'プレビューを見る' }).click();
  const preview = page.getByRole('region', { name: 'プレビュー' });
  await expect(preview).toContainText('件名もう一度、');
  // An application of the sample data.
  const number = await newestNumber(product);
  await preview.getByRole('textbox', { name: /申込番号/ }).fill(number);
  await preview.getByRole('button', { name: 'いまの文で表示し直す' }).click();
  await expect(preview).toContainText(`お申し込み ${number}`);
  await preview.getByText('テキスト', { exact: true }).click();
  await expect(preview.getByText('お待ちしています。')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await preview.getByRole('button', { name: '自分あてにテスト送信' }).click();
  await expect(page.getByText(/@.*にテストメールを送りました/)).toBeVisible();

  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(page.getByText(/^公開しました/)).toBeVisible();
  await page.getByRole('link', { name: 'メールの文面の一覧' }).click();
  await expect(row).toContainText('自分の文');

  await row.getByRole('link', { name: label }).click();
  await page.getByRole('button', { name: '標準の文に戻す' }).click();
  await expect(page.getByText('前回のご寄付から半年がたちました')).toBeVisible();
  await page.getByRole('button', { name: '下書きのまま置く' }).click();
  await page.getByText('変更の理由を書き添える').click();
  await page.getByRole('textbox', { name: /変更の理由/ }).fill('試し終えたため');
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(page.getByText(/^公開しました/)).toBeVisible();
  await page.getByText('変更の履歴').click();
  await expect(page.getByText('試し終えたため')).toBeVisible();
  await page.getByRole('link', { name: 'メールの文面の一覧' }).click();
  await expect(row).toContainText('標準の文');
});
