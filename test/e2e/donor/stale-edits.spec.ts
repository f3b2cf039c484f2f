import type { Locator, Page } from '@playwright/test';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { join, login, mailedPath, newEmail, password } from '#test/e2e/members.ts';
import { expectAccessible, expectNoSidewaysScroll, openHydrated } from '#test/e2e/page-checks.ts';
import { signInDirectly } from '#test/e2e/signed-in.ts';

// Changes made elsewhere while a person types are never overwritten without asking. For the profile
// see profile.spec.ts, for pledges pledge-trouble.spec.ts.

const room = '/mypage/account';
const choiceOn = (page: Page) =>
  page.getByRole('alert').filter({ hasText: '先に変更されています' });
const overwrite = { name: '入力した内容で上書きする' };
const keepStored = { name: '保存済みの内容にする' };

/** The notice of a stored edit. */
const expectDone = (page: Page, title: string) =>
  expect(page.getByRole('main').getByRole('status').filter({ hasText: title })).toBeVisible();

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存する' }).click();
}

/** Both versions are shown, and the choice is accessible and fits a narrow screen. */
async function expectChoice(page: Page, mine: string, stored: string): Promise<Locator> {
  const choice = choiceOn(page);
  await expect(choice).toContainText(new RegExp(`入力した内容.*${mine}.*保存されて.*${stored}`));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  return choice;
}

/** An account screen whose text `field` distinguishes the versions. */
type Screen = {
  path: string;
  done: string;
  field: (page: Page) => Locator;
  /** Fills in the other required fields. */
  fillRest?: (page: Page) => Promise<void>;
  texts: [first: string, second: string, third: string];
};

async function edit(page: Page, { field, fillRest }: Screen, text: string): Promise<void> {
  await fillRest?.(page);
  await field(page).fill(text);
  await save(page);
}

/** One person on two devices: the second save is refused, and either version can be chosen. */
async function editTwice(page: Page, device: Page, screen: Screen): Promise<void> {
  const { path, done, field, texts } = screen;
  const [first, second, third] = texts;
  const email = await join(page);
  await signInDirectly(device, { email, password });
  await openHydrated(page, room + path);
  await openHydrated(device, room + path);

  await edit(device, screen, first);
  await expectDone(device, done);
  await edit(page, screen, second);
  const choice = await expectChoice(page, second, first);
  await openHydrated(device, room + path);
  await expect(field(device)).toHaveValue(first);
  await choice.getByRole('button', keepStored).click();
  await expect(choice).toBeHidden();
  await expect(field(page)).toHaveValue(first);

  await edit(device, screen, third);
  await expectDone(device, done);
  await edit(page, screen, second);
  await expect(choice).toContainText(third);
  await choice.getByRole('button', overwrite).click();
  await expectDone(page, done);
  await openHydrated(device, room + path);
  await expect(field(device)).toHaveValue(second);
}

test('a name that was changed elsewhere is not written over unasked @rare-2', async ({
  page,
  anotherPerson,
}) => {
  await editTwice(page, await anotherPerson(), {
    path: '/names',
    done: 'お名前を変更しました',
    field: (of) => of.getByLabel(/^姓(?!（)/),
    async fillRest(of) {
      await of.getByLabel(/^姓（/).fill('たなか');
      await of.getByLabel(/^名（/).fill('はなこ');
    },
    texts: ['佐藤', '鈴木', '田中'],
  });
});

test('@phone an address that was changed elsewhere is not written over unasked @rare-3', async ({
  page,
  anotherPerson,
}) => {
  await editTwice(page, await anotherPerson(), {
    path: '/address',
    done: 'ご住所を変更しました',
    field: (of) => of.getByLabel(/^番地/),
    async fillRest(of) {
      await of.getByLabel('郵便番号').fill('100-0001');
      await expect(of.getByLabel('市区町村・町名')).toHaveValue(/千代田区千代田/);
    },
    texts: ['1-1', '2-2', '3-3'],
  });
});

test('a phone number that was changed elsewhere is not written over unasked @rare-4', async ({
  page,
  anotherPerson,
}) => {
  await editTwice(page, await anotherPerson(), {
    path: '/tel',
    done: '電話番号を変更しました',
    field: (of) => of.getByLabel(/^電話番号/),
    texts: ['03-1234-5678', '090-8765-4321', '06-6123-4567'],
  });
});

test('the phone number changed elsewhere does not stand in the way of the name @rare-1', async ({
  page,
  context,
}) => {
  await join(page);
  await openHydrated(page, `${room}/names`);
  await page.getByLabel(/^姓（/).fill('たかはし');
  await page.getByLabel(/^名（/).fill('はなこ');
  const tab = await context.newPage();
  await openHydrated(tab, `${room}/tel`);
  await tab.getByLabel(/^電話番号/).fill('0312345678');
  await save(tab);
  await expectDone(tab, '電話番号を変更しました');
  await save(page);
  await expectDone(page, 'お名前を変更しました');
});

/** The steps for an e-mail: another address, and the password again. */
async function moveTo(page: Page, email: string): Promise<void> {
  await page.getByLabel('新しいメールアドレス').fill(email);
  await page.getByLabel('いまのパスワード').first().fill(password);
  await page.getByRole('button', { name: '確認のメールを送る' }).click();
}
const asked = '確認のメールをお送りしました';

/** Changes the e-mail through the mailed link, and returns to the form. */
async function changeTo(page: Page, product: Product, email: string): Promise<void> {
  await moveTo(page, email);
  await expectDone(page, asked);
  await openHydrated(page, await mailedPath(product, email, 'verify-email'));
  await page.getByRole('button', { name: 'メールアドレスを確認する' }).click();
  await expectDone(page, 'メールアドレスを確認しました');
  await openHydrated(page, `${room}/email`);
}
const presentEmail = (page: Page) =>
  page.getByRole('term').filter({ hasText: 'いまのメールアドレス' }).locator('+ dd');

test('an e-mail that was changed in another tab is not written over unasked @rare-2', async ({
  page,
  context,
  product,
}) => {
  const [first, second, third] = [newEmail('first'), newEmail('second'), newEmail('third')];
  await join(page);
  const tab = await context.newPage();
  for (const one of [page, tab]) await openHydrated(one, `${room}/email`);

  await changeTo(tab, product, first);
  await moveTo(page, second);
  const choice = await expectChoice(page, second, first);
  await expect(presentEmail(page)).toHaveText(first);
  await choice.getByRole('button', keepStored).click();
  await expect(choice).toBeHidden();
  await expect(presentEmail(page)).toHaveText(first);
  await expect(page.getByLabel('新しいメールアドレス')).toHaveValue('');

  await changeTo(tab, product, third);
  await moveTo(page, second);
  await expect(choice).toContainText(third);
  await choice.getByRole('button', overwrite).click();
  await expectDone(page, asked);
  // It takes effect when its own link is opened.
  await openHydrated(tab, `${room}/email`);
  await expect(presentEmail(tab)).toHaveText(third);
});

test('where the e-mail was changed on another device, one signs in with the new one first @rare-3', async ({
  page,
  anotherPerson,
  product,
}) => {
  const email = await join(page);
  const moved = newEmail('moved');
  const device = await anotherPerson();
  await signInDirectly(device, { email, password });
  for (const one of [page, device]) await openHydrated(one, `${room}/email`);
  await changeTo(page, product, moved);

  await moveTo(device, newEmail('other'));
  await expect(device).toHaveURL(`/login?back=${encodeURIComponent(`${room}/email`)}`);
  await login(device, moved);
  await expect(presentEmail(device)).toHaveText(moved);
});
