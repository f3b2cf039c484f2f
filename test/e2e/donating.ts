import type { Page } from '@playwright/test';
import iconv from 'iconv-lite';
import type { Role } from '#kit/permissions/roles.ts';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { expect } from './fixtures.ts';

/** People's actions on the site, by its buttons and labels. */

export type Guest = { lastName: string; firstName: string; email: string };

/**
 * Applies for a box on the open organisation's page; returns the application number.
 * `beforeSending` runs between confirmation and consent.
 */
export async function apply(
  page: Page,
  { lastName, firstName, email }: Guest,
  beforeSending?: () => Promise<void>,
): Promise<string> {
  await page.getByLabel('洋服').check();
  const receipt = page.getByLabel('受領証明書を希望します');
  if (await receipt.count()) await receipt.check();
  await page.getByRole('button', { name: 'お届け先の入力へ進む' }).click();

  await page.getByLabel(/^姓(?!（)/).fill(lastName);
  await page.getByLabel(/^名(?!（)/).fill(firstName);
  await page.getByLabel(/^姓（/).fill('みほん');
  await page.getByLabel(/^名（/).fill('はなこ');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel(/^電話番号/).fill('０９０－１２３４－５６７８');
  await page.getByLabel('郵便番号').fill('100-0001');
  await expect(page.getByLabel('市区町村・町名')).toHaveValue(/千代田区千代田/);
  await page.getByLabel(/^番地/).fill('1-1');
  await page.getByRole('button', { name: '確認する' }).click();
  await beforeSending?.();

  await agreeAndSend(page);
  await expect(page.getByRole('heading', { name: 'お申し込みを受け付けました' })).toBeVisible();
  const number = page.getByText(/^TS-\w{4}-\w{4}$/);
  return (await number.textContent()) ?? '';
}

/** The last step of an application. */
export async function agreeAndSend(page: Page): Promise<void> {
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: 'この内容で申し込む' }).click();
}

/** Registers from the application just made; ends signed in. */
export async function registerFromApplication(page: Page, password: string): Promise<void> {
  await page.getByRole('link', { name: 'このお申し込みから登録する' }).click();
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByLabel('利用規約に同意します').check();
  await page.getByRole('button', { name: '登録する', exact: true }).click();
  await expect(page.getByText('マイページ').first()).toBeVisible();
}

/** Signs in on the login page. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード').first().fill(password);
  await page.getByRole('button', { name: 'ログインする', exact: true }).click();
}

/** E-mail and password of a role's sample sign-in, from the output of the start. */
export function sampleSignIn(output: string, role: Role) {
  const line = output.split('\n').find((text) => text.includes(`(${role})`));
  const [, email = '', password = ''] =
    /(\S+@\S+)\s+\S*?([a-z0-9]{4}(?:-[a-z0-9]{4}){2})/.exec(line ?? '') ?? [];
  return { email, password };
}

/** An organisation's counts of donations on its page. */
export async function donationCounts(page: Page, path: string) {
  await page.goto(path);
  const read = async (label: string) => {
    const text = await page.locator('dt', { hasText: label }).first().locator('..').textContent();
    return Number((text ?? '').replace(/[^\d]/g, ''));
  };
  return { month: await read('今月のご寄付'), total: await read('累計のご寄付') };
}

type Result = { appraisalId: string; associateId: string; amountYen: number | string };

/** A result file as a spreadsheet saves it, in Shift_JIS. */
export function resultFile(results: Result[]): Buffer {
  const today = formatDate(jstDay(new Date()));
  const rows = results.map(({ appraisalId, associateId, amountYen }) => ({
    申込番号: appraisalId,
    受付日: today,
    査定完了日: today,
    点数: 12,
    買取点数: 9,
    査定金額: amountYen,
    加算額: 0,
    寄付金額: amountYen,
    寄付先団体ID: associateId,
    結果区分: '成立',
    備考: '表とソデに傷みあり',
  }));
  const lines = [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))];
  return iconv.encode(lines.map((cells) => `${cells.join(',')}\r\n`).join(''), 'Shift_JIS');
}
