import type { Page } from '@playwright/test';
import { signIn } from './donating.ts';
import { expect, type Product } from './fixtures.ts';
import { registerDirectly } from './signed-in.ts';

/** Actions of donors with an account, by the site's buttons and labels. */

export const password = 'a long password';
let count = 0;

/** Menu of the signed-in person. */
export const menuOf = (page: Page) => page.getByRole('banner').getByText('マイページ');
export const loginLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'ログイン' });

export const newEmail = (name: string): string =>
  `${name}${++count}-${process.pid}@example.com`.toLowerCase();

/** Fills in the registration on the open page, and submits it. */
export async function sendRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel(/^姓(?!（)/).fill('髙橋');
  await page.getByLabel(/^名(?!（)/).fill('花子');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
}

/** Registers a person through the API; ends signed in. */
export async function join(page: Page): Promise<string> {
  const email = newEmail('member');
  await registerDirectly(page, { email, password });
  return email;
}

/** Closes the open message; until it has faded nothing behind it can be typed into. */
export async function closeMessage(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Signs in on the login page as one of these. */
export const login = (page: Page, email: string, of = password) => signIn(page, email, of);

/** Path behind a button of the newest mail to an address, once it was sent. */
export async function mailedPath(
  product: Product,
  email: string,
  page: string,
  words = '',
): Promise<string> {
  let path: string | undefined;
  await expect
    .poll(async () => {
      for (const mail of await product.mails()) {
        if (!mail.includes(`To: ${email}`)) continue;
        const plain = mail.split('Content-Type: text/plain')[1]?.split(/\r?\n\r?\n/)[1] ?? '';
        const text = Buffer.from(plain, 'base64').toString();
        if (!text.includes(words)) continue;
        path = new RegExp(`/${page}[#/]\\S+`).exec(text)?.[0] ?? path;
      }
      return path;
    })
    .toBeDefined();
  return path ?? '';
}
