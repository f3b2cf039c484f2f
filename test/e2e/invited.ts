import type { Page } from '@playwright/test';
import { keepRecoveryCodes } from './authenticators.ts';
import { expect } from './fixtures.ts';
import { password } from './members.ts';
import { hydrated } from './page-checks.ts';

/** Steps of a person invited to run the service, or to work for an organisation. */

export type Invited = {
  lastName: string;
  firstName: string;
  lastNameKana: string;
  firstNameKana: string;
};

/** Opens the mailed link, whose token is then removed from the URL. */
export async function openInvitation(page: Page, link: string, place: string): Promise<void> {
  await page.goto(link);
  await hydrated(page);
  await expect(page.getByText(place, { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/invitation$/);
}

/** Accepts the open invitation; ends at the second factor, which every role requires. */
export async function acceptInvitation(page: Page, invited: Invited): Promise<void> {
  await page.getByLabel(/^姓(?!（)/).fill(invited.lastName);
  await page.getByLabel(/^名(?!（)/).fill(invited.firstName);
  await page.getByLabel('姓（ふりがな）').fill(invited.lastNameKana);
  await page.getByLabel('名（ふりがな）').fill(invited.firstNameKana);
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByRole('button', { name: '登録して引き受ける' }).click();
  await expect(page).toHaveURL(/two-factor\/setup/);
}

/** Sets up a passkey where a second factor is required; the page's browser has an authenticator. */
export async function setUpPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'パスキーを使う' }).click();
  await page.getByLabel('いまのパスワード').first().fill(password);
  await page.getByRole('button', { name: 'パスキーを追加する' }).click();
  await keepRecoveryCodes(page);
}
