import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrated } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

// The accessibility check also tries to run in a mail's frame.
test.use({ expectedComplaints: [/^Blocked script execution in 'about:srcdoc'/] });

/** A visitor's question, sent through the API. */
async function ask(page: Page, message: string): Promise<string> {
  const answer = await page.request.post('/api/contact', {
    data: {
      name: '髙橋 花子',
      email: 'hanako@example.com',
      kind: 'goods',
      appraisalId: '',
      message,
    },
  });
  return (await answer.json()).id as string;
}

test('a question is answered from a template with a file, and its sender answers by the link', async ({
  page,
  product,
  anotherPerson,
}) => {
  const question = `着物も送れますか ${Date.now()}`;
  const id = await ask(page, question);

  await openAs(page, product, 'operator', '/admin/reply-templates');
  const template = `着物のご案内 ${Date.now()}`;
  await page.getByRole('button', { name: '定型文を作る' }).click();
  const dialog = page.getByRole('dialog', { name: '定型文を作る' });
  await dialog.getByLabel(/^名前/).fill(template);
  await dialog
    .getByLabel(/^本文/)
    .fill('{{name}} 様\n着物もお送りいただけます。（{{referenceNumber}}）');
  await expect(dialog.getByText('髙橋 花子 様')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByRole('link', { name: template })).toBeVisible();

  await page.getByRole('link', { name: /お問い合わせ.*未対応/ }).click();
  await page.getByRole('link', { name: question }).click();
  await expect(page.getByRole('heading', { level: 1, name: id })).toBeVisible();
  await page.getByRole('button', { name: '自分に割り当てる' }).click();
  await expect(page.getByRole('button', { name: '自分に割り当てる' })).toBeHidden();
  await page.getByLabel('定型文').selectOption({ label: template });
  await page.getByRole('button', { name: '本文に入れる' }).click();
  await expect(page.getByLabel('本文')).toHaveValue(
    new RegExp(`着物もお送りいただけます。（${id}）`),
  );
  await page.getByLabel('添付ファイル').setInputFiles({
    name: 'ご案内.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 見本'),
  });
  await expectAccessible(page);
  await page.getByRole('button', { name: '返信を送る' }).click();
  const thread = page.getByRole('list', { name: 'やり取り' });
  await expect(thread.getByText('着物もお送りいただけます。')).toBeVisible();
  await expect(thread.getByRole('button', { name: /ご案内\.pdf/ })).toBeVisible();
  await expect(page.getByText('対応済み', { exact: true })).toBeVisible();

  // The sent mail as it looked.
  await thread.getByRole('link', { name: '送ったメールを見る' }).click();
  const mail = page.getByRole('dialog', { name: 'メールの内容' });
  await expect(mail.getByTitle('HTMLメールの内容')).toHaveAttribute('sandbox', '');
  await mail.getByLabel('テキスト').check();
  const text = await mail.getByRole('region', { name: 'メールの本文' }).textContent();
  const link = /\/thread#token=[\w-]+/.exec(text ?? '')?.[0] ?? '';

  const sender = await anotherPerson();
  await sender.setViewportSize({ width: 360, height: 740 });
  await sender.goto(link);
  await hydrated(sender);
  await expect(sender.getByText(question)).toBeVisible();
  await expect(sender.getByText('着物もお送りいただけます。')).toBeVisible();
  await expectNoSidewaysScroll(sender);
  await expectAccessible(sender);
  await sender.getByLabel('本文').fill('ありがとうございます。送ります。');
  await sender.getByRole('button', { name: 'この内容で送る' }).click();
  await expect(sender.getByText('お返事をお送りしました')).toBeVisible();

  await page.goto(`/admin/messages/${id}`);
  await expect(thread.getByText('ありがとうございます。送ります。')).toBeVisible();
  await expect(page.getByText('返信待ち')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
});

test('a reply from a page that a colleague was quicker on shows theirs first, and keeps what was typed @rare-1', async ({
  page,
  product,
  anotherPerson,
}) => {
  const id = await ask(page, `早い者勝ち ${Date.now()}`);
  await openAs(page, product, 'operator', `/admin/messages/${id}`);
  await page.getByLabel('本文').fill('あとから書いた返信');
  const colleague = await anotherPerson();
  await openAs(colleague, product, 'operator', `/admin/messages/${id}`);
  await colleague.getByLabel('本文').fill('先に書いた返信');
  await colleague.getByRole('button', { name: '返信を送る' }).click();
  const thread = (of: Page) => of.getByRole('list', { name: 'やり取り' });
  await expect(thread(colleague).getByText('先に書いた返信')).toBeVisible();

  await page.getByRole('button', { name: '返信を送る' }).click();
  await expect(page.getByText('先に、ほかの書き込みがありました')).toBeVisible();
  await expect(thread(page).getByText('先に書いた返信')).toBeVisible();
  await expect(thread(page).getByText('あとから書いた返信')).toBeHidden();
  await expect(page.getByLabel('本文')).toHaveValue('あとから書いた返信');
  await page.getByRole('button', { name: '返信を送る' }).click();
  await expect(thread(page).getByText('あとから書いた返信')).toBeVisible();
});
