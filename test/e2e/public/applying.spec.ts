import type { Page } from '@playwright/test';
import { expect, test } from '#test/e2e/fixtures.ts';
import { expectAccessible, expectNoSidewaysScroll, hydrated } from '#test/e2e/page-checks.ts';

const associate = '/associate/sample-animal-1';
let count = 0;

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const toRecipient = (page: Page) =>
  page.getByRole('button', { name: 'お届け先の入力へ進む' }).click();
const toConfirmation = (page: Page) => page.getByRole('button', { name: '確認する' }).click();
const send = (page: Page) => page.getByRole('button', { name: 'この内容で申し込む' }).click();

async function fillRecipient(page: Page): Promise<void> {
  await page.getByLabel(/^姓(?!（)/).fill('髙橋');
  await page.getByLabel(/^名(?!（)/).fill('﨑子');
  await page.getByLabel(/^姓（/).fill('たかはし');
  await page.getByLabel(/^名（/).fill('さきこ');
  await page.getByLabel(/^メールアドレス/).fill(`applying${++count}@example.com`);
  await page.getByLabel(/^電話番号/).fill('090-1234-5678');
  await page.getByLabel(/^郵便番号/).fill('1000001');
  await expect(page.getByLabel(/^市区町村・町名/)).toHaveValue('千代田区千代田');
  await page.getByLabel(/^番地/).fill('1-1');
}

/** Fills in everything, the agreement included. */
async function fillAll(page: Page): Promise<void> {
  await page.getByLabel('洋服').check();
  await toRecipient(page);
  await fillRecipient(page);
  await toConfirmation(page);
  await page.getByLabel('利用規約に同意します').check();
}

/**
 * The draft is stored when typing pauses or the tab is left; opening a tab in a test does not count
 * as leaving.
 */
async function expectStored(page: Page, part: RegExp): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('tasuki.draft.application.v1')))
    .toMatch(part);
}

async function closeMessage(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '閉じる' }).last().click();
  await expect(dialog).toBeHidden();
}

test('going back, changing and reloading lose nothing; the URL stays', async ({ page }) => {
  await page.goto(associate);
  await fillAll(page);
  await page.goBack();
  await expect(heading(page, 'お届け先について')).toBeFocused();
  await expect(page.getByLabel(/^番地/)).toHaveValue('1-1');
  await page.goForward();
  await expect(heading(page, '内容のご確認')).toBeFocused();
  await page.getByRole('button', { name: 'お品物を変更' }).click();
  await page.getByLabel('2箱').check();
  await toRecipient(page);
  await toConfirmation(page);
  await expect(page.getByText('2箱')).toBeVisible();

  await expectStored(page, /"boxes":2/);
  await page.reload();
  await expect(page.getByText('前回の入力を復元しました')).toBeVisible();
  await expect(heading(page, '内容のご確認')).toBeVisible();
  await expect(page.getByLabel('利用規約に同意します')).not.toBeChecked();
  expect(new URL(page.url()).pathname).toBe(associate);

  await page.getByRole('button', { name: '最初から' }).click();
  await expect(heading(page, 'お品物について')).toBeVisible();
  await expect(page.getByLabel('洋服')).not.toBeChecked();
});

test('an address whose postal code is elsewhere is asked about, and taken from who is sure @rare-3', async ({
  page,
}) => {
  await page.goto(associate);
  await page.getByLabel('洋服').check();
  await toRecipient(page);
  await fillRecipient(page);
  const doubt = page.getByText('〒100-0001は、北海道の郵便番号ではないようです。');
  const sure = page.getByLabel('この住所で間違いありません');
  await expect(doubt).toBeHidden();
  await page.getByLabel(/^都道府県/).selectOption('北海道');
  await expect(doubt).toBeVisible();
  await expectAccessible(page);
  await toConfirmation(page);
  await expect(page.getByRole('dialog')).toContainText('入力エラー');
  await closeMessage(page);
  await page.getByRole('link', { name: /郵便番号と都道府県が合わないようです/ }).click();
  await expect(sure).toBeFocused();

  // A confirmation of one address does not apply to another.
  await sure.check();
  await page.getByLabel(/^都道府県/).selectOption('沖縄県');
  await expect(sure).not.toBeChecked();
  await page.getByLabel(/^都道府県/).selectOption('東京都');
  await expect(sure).toBeHidden();
  await page.getByLabel(/^都道府県/).selectOption('北海道');
  await sure.check();
  await toConfirmation(page);
  await page.getByLabel('利用規約に同意します').check();
  await send(page);
  await expect(page.getByText(/^TS-\w{4}-\w{4}$/).first()).toBeVisible();
});

test('@phone a slip in the e-mail is asked about, and nothing of an old postal code stays unseen @rare-4', async ({
  page,
}) => {
  await page.goto(associate);
  await page.getByLabel('洋服').check();
  await toRecipient(page);
  await fillRecipient(page);
  const email = page.getByLabel(/^メールアドレス/);
  await email.fill('Hanako@gmial.com');
  await email.blur();
  const mend = page.getByRole('button', { name: 'このアドレスに直す' });
  await expect(page.getByText('もしかして hanako@gmail.com ですか？')).toBeVisible();
  await page.reload();
  await expect(email).toHaveValue('hanako@gmial.com');
  await expect(page.getByText('もしかして hanako@gmail.com ですか？')).toBeVisible();
  await expectAccessible(page);
  await mend.click();
  await expect(email).toHaveValue('hanako@gmail.com');
  await expect(email).toBeFocused();
  await expect(mend).toBeHidden();

  const zipcode = page.getByLabel(/^郵便番号/);
  const city = page.getByLabel(/^市区町村・町名/);
  const number = page.getByLabel(/^番地/);
  await zipcode.fill('0600001');
  await expect(city).toHaveValue(/札幌市/);
  await expect(page.getByText('は、前の住所で入力されたものです。')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '番地を消して入力し直す' }).click();
  await expect(number).toBeFocused();
  await expect(number).toHaveValue('');
  await number.fill('2-3');
  await zipcode.fill('9999999');
  await expect(page.getByText('前の番号で入った住所は消しました')).toBeVisible();
  await expect(city).toHaveValue('');
  await expect(page.getByLabel(/^都道府県/)).toHaveValue('');
  await expect(number).toHaveValue('2-3');
});

/** Everything that this browser stores. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

test('on a shared computer nothing that is typed is stored, also not from before @rare-1', async ({
  page,
}) => {
  const shared = page.getByLabel('共用のパソコンを使っています');
  await page.goto(associate);
  await page.getByLabel('洋服').check();
  await toRecipient(page);
  await fillRecipient(page);
  await expect.poll(() => stored(page)).toContain('千代田区千代田');
  await shared.check();
  await expectAccessible(page);
  expect(await stored(page)).not.toMatch(/千代田|髙橋|applying|0?90/);
  await page.getByLabel(/^番地/).fill('2-2');
  await toConfirmation(page);
  await page.getByLabel('利用規約に同意します').check();
  // Leaving the page would store pending text.
  await page.goto('/contact');
  await expect(shared).toBeChecked();
  expect(await stored(page)).not.toMatch(/千代田|髙橋|applying|draft/);
  await page.goto(associate);
  await expect(page.getByLabel('洋服')).not.toBeChecked();
  await fillAll(page);
  await send(page);
  await expect(page.getByText(/^TS-\w{4}-\w{4}$/).first()).toBeVisible();
  expect(await stored(page)).not.toMatch(/千代田|髙橋|applying\d|TS-/);
  // This page still knows the application, until it is left.
  await page.getByRole('link', { name: 'このお申し込みから登録する' }).click();
  await expect(page.getByLabel('メールアドレス')).toHaveValue(/applying/);
  expect(await stored(page)).not.toMatch(/千代田|髙橋|applying\d|TS-/);
});

test('a draft that is over is removed by any page @rare-2', async ({ page }) => {
  const draft = (hours: number) => ({
    savedAtMs: Date.now() - hours * 60 * 60_000,
    values: { applicantAddress: { line1: '古町' } },
  });
  await page.goto('/terms');
  await page.evaluate(
    ([old, fresh]) => {
      localStorage.setItem('tasuki.draft.application.v1', JSON.stringify(old));
      localStorage.setItem('tasuki.draft.contact.v1', JSON.stringify(fresh));
    },
    [draft(24.1), draft(23.9)],
  );
  await page.goto('/faq');
  await expect.poll(() => stored(page)).not.toContain('tasuki.draft.application.v1');
  expect(await stored(page)).toContain('tasuki.draft.contact.v1');
});

test('the form’s scripts wait for a person, and keep what was typed before they came @rare-3', async ({
  page,
}) => {
  const { promise: isFast, resolve: becomeFast } = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/assets/applying-*.js', async (route) => {
    asked += 1;
    await isFast;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(associate, { waitUntil: 'networkidle' });
  expect(asked).toBe(0);

  const next = page.getByRole('button', { name: 'お届け先の入力へ進む' });
  await page.getByLabel('洋服').check();
  await expect.poll(() => asked).toBe(1);
  await page.getByLabel('2箱').check();
  // A click before they load is not lost either.
  await next.click();
  becomeFast();
  await fillRecipient(page);
  await toConfirmation(page);
  await expect(page.getByText('2箱')).toBeVisible();
  await expect(page.getByText('洋服')).toBeVisible();
});

test('a press in the very moment in which the scripts take over is about what is seen @rare-4', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(associate, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('main [name="application.products"]');
    const form = box?.form;
    if (!box || !form) throw new Error('There is no form.');
    box.checked = true;
    // Runs in the first task in which React knows the form, whether or not it is finished.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const isKnown = Object.keys(form).some((key) => key.startsWith('__reactProps'));
      if (isKnown) form.querySelector<HTMLButtonElement>('button[type=submit]')?.click();
      else port2.postMessage(0);
    };
    port2.postMessage(0);
    dispatchEvent(new Event('pointermove'));
  });
  await expect(heading(page, 'お届け先について')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a press that came before the scripts is not about the step that a draft leads to @rare-1', async ({
  page,
}) => {
  await page.goto(associate);
  await hydrated(page);
  await page.getByLabel('洋服').check();
  await toRecipient(page);
  await page.getByLabel(/^姓(?!（)/).fill('髙橋');
  await expect.poll(() => stored(page)).toContain('髙橋');

  const { promise: isFast, resolve: becomeFast } = Promise.withResolvers<void>();
  await page.route('**/assets/applying-*.js', async (route) => {
    await isFast;
    await route.continue();
  });
  await page.reload();
  await toRecipient(page);
  becomeFast();
  await expect(page.getByLabel(/^姓(?!（)/)).toHaveValue('髙橋');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the steps need no network, and no way leads past an empty one @rare-2', async ({
  page,
  context,
}) => {
  await page.goto(associate);
  await hydrated(page);
  await page.getByLabel('靴').check();
  await context.setOffline(true);
  await toRecipient(page);
  await expect(heading(page, 'お届け先について')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'お品物について')).toBeVisible();
  await page.getByLabel('靴').uncheck();
  await page.goForward();
  await expect(heading(page, 'お品物について')).toBeVisible();
});

test('what is missing is told by the modal, at the field, and in a summary with the focus @rare-3', async ({
  page,
}) => {
  await page.goto(associate);
  await toRecipient(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('入力エラー');
  await expect(dialog).toContainText('ご不便おかけいたします。フォームをご確認ください。');
  await closeMessage(page);
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByRole('link', { name: 'お品物を1つ以上選んでください' }).click();
  await expect(page.getByLabel('洋服')).toBeFocused();
  await page.keyboard.press('Space');
  await toRecipient(page);
  await expect(heading(page, 'お届け先について')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test.describe(() => {
  test.use({ expectedComplaints: [/ERR_FAILED/] });
  test('a lost answer, a reload and a double click make one application', async ({ page }) => {
    await page.goto(associate);
    await fillAll(page);
    let number = '';
    await page.route('**/api/appraisal/apply', async (route) => {
      if (number !== '') return route.continue();
      number = (await (await route.fetch()).json()).appraisalId;
      return route.abort();
    });
    await send(page);
    await expect(page.getByText('通信できませんでした。')).toBeVisible();
    await page.reload();
    await page.getByLabel('利用規約に同意します').check();
    await page.getByRole('button', { name: 'この内容で申し込む' }).dblclick();
    await expect(heading(page, 'お申し込みを受け付けました')).toBeFocused();
    await expect(page.getByText(number, { exact: true })).toBeVisible();

    await page.reload();
    await expect(page.getByText(number, { exact: true })).toBeVisible();
    await expect(page.getByText(/箱が届く予定：20\d\d年/)).toBeVisible();
    await expect(page.getByText(/^applying\d+@example\.com$/)).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'お品物について')).toBeVisible();
    await expect(page.getByLabel('洋服')).not.toBeChecked();
  });
});

test('a second tab asks before it applies once more @rare-4', async ({ page, context }) => {
  const other = await context.newPage();
  await page.goto(associate);
  await fillAll(page);
  await expectStored(page, /千代田区千代田.*"1-1"/);
  await other.goto(associate);
  await expect(other.getByText('前回の入力を復元しました')).toBeVisible();
  await toRecipient(other);
  await toConfirmation(other);
  await other.getByLabel('利用規約に同意します').check();
  await expect(page.getByText('3/4 確認')).toBeVisible();
  await expect(heading(page, '（サンプル）')).toHaveCount(1);
  await send(page);
  const number = (await page.getByText(/^TS-\w{4}-\w{4}$/).textContent()) ?? '';
  // Of the two share links, the organisation's own is less prominent.
  const post = page.getByRole('link', { name: /^X/ });
  await expect(post).toHaveCount(1);
  const text = new URL((await post.getAttribute('href')) ?? '').searchParams.get('text');
  expect(text).toMatch(/^たすきで、洋服の寄付を申し込みました。/);
  await send(other);
  const question = other.getByRole('dialog', { name: 'もう一度申し込みますか？' });
  await expect(question).toContainText(number);
  await expectAccessible(other);
  await question.getByRole('button', { name: '申し込まない' }).click();
  await expect(heading(other, '内容のご確認')).toBeVisible();
  await send(other);
  await question.getByRole('button', { name: 'もう一度申し込む' }).click();
  await expect(heading(other, 'お申し込みを受け付けました')).toBeVisible();
  await expect(other.getByText(number, { exact: true })).toHaveCount(0);
});

test('what the server refuses leads back to the step of the field @rare-1', async ({ page }) => {
  await page.goto(associate);
  await fillAll(page);
  const message = 'お届け希望日は、3日後から14日後までの間で選び直してください。';
  await page.route('**/api/appraisal/apply', (route) =>
    route.fulfill({
      status: 400,
      json: {
        type: 'ValidationError',
        message,
        errors: [{ path: 'application.deliveryDate', message }],
      },
    }),
  );
  await send(page);
  await closeMessage(page);
  await expect(heading(page, 'お届け先について')).toBeVisible();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('箱のお届け希望日')).toHaveAttribute('aria-invalid', 'true');
});

test('a donor whose session ended signs in again and finds what was typed @rare-1', async ({
  page,
}) => {
  await page.clock.install();
  const email = `donor${++count}@example.com`;
  const password = 'a long password';
  await page.goto('/join');
  await page.getByLabel(/^姓(?!（)/).fill('髙橋');
  await page.getByLabel(/^名(?!（)/).fill('﨑子');
  await page.getByLabel(/^メールアドレス/).fill(email);
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(heading(page, 'まだ寄付の履歴がありません')).toHaveCount(0);
  await expect(page.getByText('まだ寄付の履歴がありません')).toBeVisible();

  await page.goto(associate);
  await fillAll(page);
  // Like a password change on another device, longer ago than a token's lifetime.
  await page.evaluate(() => fetch('/api/auth/sign-out', { method: 'POST' }));
  await page.clock.fastForward('10:00');
  await send(page);
  await expect(page.getByRole('dialog')).toContainText('もう一度ログインしてください');
  await closeMessage(page);
  await expect(page).toHaveURL(/\/login\?back=/);
  await page.getByLabel(/^メールアドレス/).fill(email);
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByRole('button', { name: 'ログインする' }).click();
  await expect(page).toHaveURL(new RegExp(`${associate}$`));
  await expect(page.getByLabel('洋服')).toBeChecked();
});

test('@phone every step fits the screen and is open to everybody @rare-2', {
  tag: '@both',
}, async ({ page }) => {
  const check = async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  };
  await page.goto('/appraisal?challenge=animal');
  await expect(page.getByLabel('動物', { exact: true })).toBeChecked();
  await toRecipient(page);
  await closeMessage(page);
  await check();
  await page.getByLabel('洋服').check();
  await toRecipient(page);
  await toConfirmation(page);
  await closeMessage(page);
  await check();
  await fillRecipient(page);
  await page.getByLabel('年', { exact: true }).selectOption('1985');
  await page.getByLabel('月', { exact: true }).selectOption('5');
  await page.getByLabel('日', { exact: true }).selectOption('31');
  await page.getByLabel(/^ご職業/).fill('会社員');
  await toConfirmation(page);
  await expect(page.getByText('動物基金')).toBeVisible();
  await page.getByLabel('利用規約に同意します').check();
  await check();
  await send(page);
  await expect(heading(page, 'お申し込みを受け付けました')).toBeVisible();
  await check();
});
