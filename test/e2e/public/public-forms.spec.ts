import type { Page } from '@playwright/test';
import { sampleSignIn, signIn } from '#test/e2e/donating.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, hydrated } from '#test/e2e/page-checks.ts';
import { applyBody } from '#test/factories/apply-body.ts';

let count = 0;

/** A guest's application, made through the API. */
async function applyAsGuest(page: Page) {
  const email = `forms${++count}@example.com`;
  const answer = await page.request.post('/api/appraisal/apply', {
    data: applyBody({ kind: 'fund', applicant: { email } }),
  });
  return { email, appraisalId: (await answer.json()).appraisalId as string };
}

/** Closes the window that lists wrong fields; afterwards the summary has the focus. */
async function closeFormError(page: Page, fields?: string[]) {
  const modal = page.getByRole('dialog', { name: '入力エラー' });
  await expect(modal).toContainText('フォームをご確認ください。');
  if (fields) await expect(modal.getByRole('listitem')).toHaveText(fields);
  await modal.getByRole('button', { name: '閉じる' }).first().click();
  await expect(modal).toBeHidden();
  const summary = page.getByRole('alert').filter({ hasText: 'か所ご確認ください' });
  await expect(summary).toBeFocused();
  return summary;
}

async function openAdmin(page: Page, product: Product, path: string) {
  const { email, password } = sampleSignIn(product.output(), 'operator');
  await page.goto(path);
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, email, password);
}

/** Counts the requests that a form sends. */
function countPosts(page: Page, path: string) {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) {
      sent.push(request.headers()['idempotency-key'] ?? '');
    }
  });
  return sent;
}

const fillContact = async (page: Page, message: string) => {
  await page.getByLabel('お名前').fill('見本 花子');
  await page.getByLabel(/^メールアドレス/).fill('hanako@example.com');
  await page.getByLabel('お問い合わせの種類').selectOption({ label: '査定の結果・寄付について' });
  await page.getByLabel('お問い合わせの内容').fill(message);
};

test('@phone a question is asked, with what is missing told first', async ({ page }) => {
  await page.goto('/contact');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'この内容で送る' }).click();
  const summary = await closeFormError(page, [
    'お名前',
    'メールアドレス',
    'お問い合わせの種類',
    'お問い合わせの内容',
  ]);
  await expect(summary).toContainText('入力内容を4か所ご確認ください');
  await summary.getByRole('link', { name: 'お問い合わせの種類を選んでください。' }).click();
  await expect(page.getByLabel('お問い合わせの種類')).toBeFocused();
  await expectAccessible(page);

  await fillContact(page, '査定はいつごろ終わりますか。');
  await page.getByLabel('申込番号').fill('ts0000');
  await page.getByLabel('お名前').focus();
  await expect(page.getByText('申込番号が正しくありません。').first()).toBeVisible();
  await page.getByLabel('申込番号').fill('');
  await page.getByRole('button', { name: 'この内容で送る' }).click();
  await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeFocused();
  await expect(page.getByText(/^TC-\w{4}-\w{4}$/)).toBeVisible();
  await expect(page.getByText('hanako@example.com')).toBeVisible();
  await expectAccessible(page);
});

test('a question sent by two clicks at once is one question @rare-1', async ({ page }) => {
  const sent = countPosts(page, '/api/contact');
  await page.goto('/contact');
  await fillContact(page, `二度押しの確認 ${Date.now()}`);
  await page.route('**/api/contact', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await page.getByRole('button', { name: 'この内容で送る' }).dblclick();
  await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(sent[0]).not.toBe('');
});

test.describe('where the network fails', () => {
  test.use({ expectedComplaints: [/net::ERR_FAILED/] });

  test('a question whose answer was lost is not asked twice @rare-2', async ({ page }) => {
    const sent = countPosts(page, '/api/contact');
    await page.goto('/contact');
    await fillContact(page, 'こたえが届かない時の確認');
    const numbers: string[] = [];
    await page.route('**/api/contact', async (route) => {
      const answer = await route.fetch();
      numbers.push((await answer.json()).id);
      await (numbers.length === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    await page.getByRole('button', { name: 'この内容で送る' }).click();
    await expect(page.getByRole('alert')).toContainText('通信');
    await page.getByRole('button', { name: 'この内容で送る' }).click();
    await expect(page.getByText(/^TC-\w{4}-\w{4}$/)).toHaveText(numbers[0] ?? 'none');
    expect(numbers[1]).toBe(numbers[0]);
    expect(new Set(sent).size).toBe(1);
  });
});

test('a question is typed and sent by keyboard alone, and survives a reload @rare-3', async ({
  page,
}) => {
  await page.goto('/contact');
  await hydrated(page);
  await page.getByLabel('お名前').focus();
  await page.keyboard.type('見本 花子');
  await page.keyboard.press('Tab');
  await page.keyboard.type('keyboard@yah');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'メールアドレス' })).toHaveValue(
    'keyboard@yahoo.co.jp',
  );
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('キーボードだけで送ります。');
  await page.waitForFunction(() =>
    Object.values(localStorage).some((kept) => kept.includes('キーボードだけで')),
  );
  await page.reload();
  await expect(page.getByText('前回の入力を復元しました')).toBeVisible();
  await expect(page.getByLabel('お問い合わせの内容')).toHaveValue('キーボードだけで送ります。');
  await page.getByLabel('お問い合わせの内容').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeFocused();
});

test('the operator reads a question and marks it as answered @rare-4', async ({
  page,
  product,
}) => {
  const message = `運営者が読む質問 ${Date.now()}`;
  await page.goto('/contact');
  await fillContact(page, message);
  await page.getByRole('button', { name: 'この内容で送る' }).click();
  await expect(page.getByText(/^TC-\w{4}-\w{4}$/)).toBeVisible();

  await openAdmin(page, product, '/admin/messages?state=open');
  await page.getByRole('link', { name: message }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^TC-/ })).toBeVisible();
  await expect(page.getByText('査定の結果・寄付について')).toBeVisible();
  await expect(page.getByText('hanako@example.com').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '返信せずに対応済みにする' }).click();
  await expect(page.getByRole('button', { name: '未対応に戻す' })).toBeVisible();
  await page.getByRole('link', { name: 'お問い合わせの一覧' }).click();
  await expect(page.getByRole('link', { name: message })).toBeHidden();
  await page.getByRole('link', { name: '対応済み', exact: true }).click();
  await expect(page.getByRole('link', { name: message })).toBeVisible();
});

test('@phone a box is cancelled by number and e-mail, after asking once more @rare-2', async ({
  page,
}) => {
  const { email, appraisalId } = await applyAsGuest(page);
  await page.goto('/cancel');
  await expectAccessible(page);
  await page.getByRole('button', { name: '取り消しの確認へ進む' }).click();
  const summary = await closeFormError(page);
  await expect(summary).toContainText('申込番号を入力してください。');

  // A typing error is reported while the field still has the focus.
  const wrong = `${appraisalId.slice(0, -1)}${appraisalId.endsWith('0') ? '1' : '0'}`;
  await page.getByLabel('申込番号').pressSequentially(wrong);
  await expect(page.getByLabel('申込番号')).toHaveAccessibleDescription(
    /申込番号が正しくありません。/,
  );
  await page.getByLabel('申込番号').fill(appraisalId.toLowerCase().replaceAll('-', ''));
  await page.getByLabel(/^メールアドレス/).fill(email);
  await expect(page.getByLabel('申込番号')).toHaveValue(appraisalId);
  await page.getByRole('button', { name: '取り消しの確認へ進む' }).click();
  const dialog = page.getByRole('dialog', { name: 'お申し込みを取り消しますか？' });
  await expect(dialog).toContainText(appraisalId);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '申し込みを続ける' }).click();
  await expect(dialog).toBeHidden();

  const sent = countPosts(page, '/api/applications/cancel-by-email');
  await page.getByRole('button', { name: '取り消しの確認へ進む' }).click();
  await dialog.getByRole('button', { name: '申し込みを取り消す', exact: true }).dblclick();
  await expect(page.getByRole('heading', { name: 'お申し込みを取り消しました' })).toBeFocused();
  await expect(page.getByText(appraisalId)).toBeVisible();
  expect(sent).toHaveLength(1);
  await expectAccessible(page);
});

test('a wrong number and a wrong e-mail look alike @rare-1', async ({ page }) => {
  const { email, appraisalId } = await applyAsGuest(page);
  const other = await applyAsGuest(page);
  const told: string[] = [];
  for (const typed of [
    { appraisalId: 'TS-0000-0000', email },
    { appraisalId, email: other.email },
  ]) {
    await page.goto('/cancel');
    await hydrated(page);
    await page.getByLabel('申込番号').fill(typed.appraisalId);
    await page.getByLabel(/^メールアドレス/).fill(typed.email);
    await page.getByLabel(/^メールアドレス/).press('Enter');
    await page.getByRole('button', { name: '申し込みを取り消す', exact: true }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('取り消せるお申し込みは、見つかりませんでした');
    told.push((await alert.textContent()) ?? '');
  }
  expect(told[0]).toBe(told[1]);
});

test('@phone an organisation asks to be listed, and the operator takes it into talks @rare-3', async ({
  page,
  product,
}) => {
  const name = `特定非営利活動法人みほん${Date.now()}`;
  await page.goto('/listing');
  await expectAccessible(page);
  await page.getByRole('link', { name: '掲載を申し込む' }).click();
  await page.getByRole('button', { name: 'この内容で申し込む' }).click();
  const summary = await closeFormError(page);
  await summary.getByRole('link', { name: /社会課題を1つ以上/ }).click();
  await expect(page.getByLabel('国際協力')).toBeFocused();

  await page.getByLabel('団体の名称').fill(name);
  await page.getByLabel('団体の種別').selectOption({ label: 'NPO法人' });
  await page.getByLabel('代表者のお名前').fill('代表 はなこ');
  await page.getByLabel('事務所のある都道府県').selectOption('東京都');
  await page.getByLabel('ウェブサイト').fill('mihon.example');
  for (const challenge of ['動物', '環境', '女性', '人権', 'その他', '子ども']) {
    await page.getByLabel(challenge, { exact: true }).check();
  }
  await page.getByLabel('活動の内容').fill('保護猫の預かりと譲渡をしています。');
  await page.getByLabel('担当者のお名前').fill('担当 たろう');
  await page.getByLabel(/^メールアドレス/).fill('mihon@example.com');
  await page.getByLabel(/^電話番号/).fill('０３－１２３４－５６７８');
  await page.getByLabel('掲載の条件を読み、同意します').check();
  await page.getByRole('button', { name: 'この内容で申し込む' }).click();
  const again = await closeFormError(page);
  await expect(again).toContainText('https:// から始まるアドレス');
  await expect(again).toContainText('社会課題は5つまで');
  await page.getByLabel('ウェブサイト').fill('https://mihon.example/');
  await page.getByLabel('子ども', { exact: true }).uncheck();
  await page.getByRole('button', { name: 'この内容で申し込む' }).click();
  await expect(
    page.getByRole('heading', { name: '掲載のお申し込みを受け付けました' }),
  ).toBeFocused();
  await expect(page.getByText(/^TL-\w{4}-\w{4}$/)).toBeVisible();
  await expectAccessible(page);

  await openAdmin(page, product, '/admin/listings');
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('03-1234-5678')).toBeVisible();
  await page.getByRole('button', { name: '相談を始める' }).click();
  await expect(page.getByRole('button', { name: '掲載を決める' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '見送る' }).click();
  await expect(page.getByRole('button', { name: '相談に戻す' })).toBeVisible();
});

test('the three pages are in the footer and in the sitemap @rare-2', async ({ page }) => {
  await page.goto('/');
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  for (const path of ['/contact', '/cancel', '/listing']) {
    await expect(page.locator(`footer a[href="${path}"]`)).toBeVisible();
    expect(sitemap).toContain(`${path}</loc>`);
  }
});
