import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { join, menuOf, newEmail, password } from '#test/e2e/members.ts';

// Japanese is typed with an input method, simulated here through the browser's protocol.

/** Composes the readings one after another in a field, each committed as its kanji. */
async function compose(
  page: Page,
  field: Locator,
  words: readonly (readonly [steps: readonly string[], kanji: string])[],
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await field.focus();
  for (const [steps, kanji] of words) {
    for (const text of [...steps, kanji]) await show(session, text);
    // Enter commits the word; input methods mark that key so that it is not taken for a submit.
    await session.send('Input.dispatchKeyEvent', {
      type: 'rawKeyDown',
      key: 'Process',
      code: 'Enter',
      windowsVirtualKeyCode: 229,
    });
    await session.send('Input.insertText', { text: kanji });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter' });
  }
  await session.detach();
}

const show = (session: CDPSession, text: string) =>
  session.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });

test('the readings of a name come from its input method, and one’s own are kept @rare-1', async ({
  page,
}) => {
  await join(page);
  await page.goto('/mypage/account/names');
  const lastName = page.getByLabel(/^姓(?!（)/);
  await expect(lastName).toHaveValue('髙橋');
  await lastName.fill('');
  await compose(page, lastName, [
    [['た', 'たか', 'たかは', 'たかはし'], '髙橋'],
    [['さ', 'さき'], '﨑'],
  ]);
  await expect(lastName).toHaveValue('髙橋﨑');
  await expect(page.getByLabel(/^姓（/)).toHaveValue('たかはしさき');

  const firstName = page.getByLabel(/^名(?!（)/);
  await firstName.fill('');
  await compose(page, firstName, [[['h', 'は', 'はn', 'はな', 'はなk', 'はなこ'], '花子']]);
  await expect(page.getByLabel(/^名（/)).toHaveValue('はなこ');

  // A reading typed by the person is kept.
  await page.getByLabel(/^名（/).fill('かこ');
  await firstName.fill('');
  await compose(page, firstName, [[['はな', 'はなこ'], '華子']]);
  await expect(page.getByLabel(/^名（/)).toHaveValue('かこ');

  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByRole('main')).toContainText('お名前を変更しました');
  await page.reload();
  await expect(lastName).toHaveValue('髙橋﨑');
  await expect(page.getByLabel(/^姓（/)).toHaveValue('たかはしさき');

  // A new name clears its stored reading; a partial guess of the input method may be half of the new one.
  await lastName.fill('');
  await compose(page, lastName, [[['さ', 'さと'], '佐藤']]);
  await firstName.focus();
  await expect(page.getByLabel(/^姓（/)).toHaveValue('さと');
  await expect(page.getByText('ふりがなを自動で入れました。')).toBeVisible();
  // A name typed without an input method has no reading to offer.
  await firstName.fill('次郎');
  await lastName.focus();
  await expect(page.getByText('お名前が変わりました。')).toBeVisible();
});

test('settling a word with Enter does not send the registration @rare-2', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await page.goto('/join');
  await compose(page, page.getByLabel(/^姓(?!（)/), [[['た', 'たか', 'たかはし'], '髙橋']]);
  await compose(page, page.getByLabel(/^名(?!（)/), [[['は', 'はな', 'はなこ'], '花子']]);
  // Neither an error nor a dialog appears during the composition.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(sent).toEqual([]);

  await page.getByLabel('メールアドレス').fill(newEmail('ime'));
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(menuOf(page)).toBeVisible();
  await page.goto('/mypage/account');
  await expect(page.getByRole('main')).toContainText('髙橋 花子');
});
