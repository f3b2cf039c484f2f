import type { Page } from '@playwright/test';
import { factLabels, type ServiceFacts } from '#people/service-facts/service-facts.ts';
import { confirmApp, keepRecoveryCodes } from './authenticators.ts';
import { expect, type Product } from './fixtures.ts';
import { hydrated } from './page-checks.ts';

// Steps of an owner from an empty installation to an open service.

export const owner = {
  lastName: '橋本',
  firstName: '渡',
  email: 'wataru@hashi.example',
  password: 'たすきで橋をかける二〇二六年の秋',
};

/** Path of the one-time link that the start printed. */
export async function setupPath({ output }: Product): Promise<string> {
  const link = () => /Set up the service.*?(http\S+)\n/.exec(output())?.[1];
  await expect.poll(link).toBeDefined();
  const { pathname, hash } = new URL(link() ?? '');
  return pathname + hash;
}

/** Creates the owner's account through the one-time link; ends at the second factor. */
export async function takeOver(page: Page, product: Product): Promise<void> {
  await page.goto(await setupPath(product));
  await hydrated(page);
  await page.getByLabel(/^姓/).fill(owner.lastName);
  await page.getByLabel(/^名/).fill(owner.firstName);
  await page.getByLabel(/^メールアドレス/).fill(owner.email);
  await page.getByLabel('パスワード').first().fill(owner.password);
  await page.getByRole('button', { name: 'アカウントを作って進む' }).click();
  await expect(page).toHaveURL(/\/two-factor\/setup/);
}

/** Sets up an authenticator app where it is required; returns its URI. */
export async function setUpApp(page: Page, password: string): Promise<string> {
  await page.getByRole('button', { name: '認証アプリを使う' }).click();
  await page.getByLabel('いまのパスワード').first().fill(password);
  await page.getByRole('button', { name: '設定を始める' }).click();
  const uri = await confirmApp(page);
  await keepRecoveryCodes(page);
  return uri;
}

/** Fills in the operator's details on their open screen. */
export async function fillInFacts(page: Page, facts: Partial<ServiceFacts>): Promise<void> {
  for (const [name, value] of Object.entries(facts)) {
    const label = factLabels[name as keyof ServiceFacts];
    await page
      .getByRole('textbox', { name: new RegExp(`^${label}`) })
      .first()
      .fill(value);
  }
}

/** Publishes the content of a version editor, with what was just typed. */
export async function publish(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse((reply) => reply.url().endsWith('/publish') && reply.ok()),
    page.getByRole('button', { name: '公開する', exact: true }).click(),
  ]);
  await expect(page.getByText('公開しました。')).toBeVisible();
}

/** A line of the open check list. */
export const checkOf = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ hasText: label });
