import type { Page } from '@playwright/test';
import { forgetShown, giveAuthenticator } from '#test/e2e/authenticators.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { acceptInvitation, openInvitation, setUpPasskey } from '#test/e2e/invited.ts';
import { mailedPath, newEmail } from '#test/e2e/members.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
} from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

// A person is invited, starts with the role, and gets another one by two people.

async function expectWhole(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
}

/** Accepts through the mailed link, and sets up the required second factor. */
async function accept(page: Page, link: string): Promise<void> {
  await giveAuthenticator(page);
  await openInvitation(page, link, 'たすきの運営');
  await expectWhole(page);
  await acceptInvitation(page, {
    lastName: '倉本',
    firstName: '花子',
    lastNameKana: 'くらもと',
    firstNameKana: 'はなこ',
  });
  await setUpPasskey(page);
}

test('@phone an owner invites somebody, who accepts and sees what the role may; two people give another role', async ({
  page,
  product,
  anotherPerson,
}) => {
  const email = newEmail('kuramoto');
  await openAs(page, product, 'owner', '/admin/people');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('人と役割');
  await expect(page.getByText('owner@mihon.example').first()).toBeVisible();
  await expectWhole(page);
  await page.getByRole('button', { name: '招待する' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('メールアドレス').fill(email);
  await dialog.getByLabel(/^倉庫/).check();
  await dialog.getByRole('button', { name: '招待を送る' }).click();
  await expect(page.getByText('招待のメールを送りました。')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  const invited = await anotherPerson();
  await accept(invited, await mailedPath(product, email, 'invitation'));
  await expect(invited).toHaveURL(/\/admin$/);
  const menu = invited.getByRole('navigation', { name: '運営のメニュー' });
  await expect(menu.getByRole('link', { name: /^査定/ })).toBeVisible();
  await expect(menu.getByRole('link', { name: /^寄付者/ })).toHaveCount(0);
  await invited.goto('/admin/people');
  await expect(invited.getByText('403：')).toBeVisible();

  await page.reload();
  await hydrated(page);
  const link = page.getByRole('link', { name: '倉本 花子' });
  await link.click();
  await page.getByRole('button', { name: '役割を変える' }).click();
  await page.getByLabel(/^経理/).check();
  await page.getByLabel('理由').fill('担当替えのため');
  await expectWhole(page);
  await page.getByRole('button', { name: '役割の変更を依頼する' }).click();
  await expect(page.getByText('依頼しました。もう1人の承認のあとに反映します。')).toBeVisible();

  const second = await anotherPerson();
  await openAs(second, product, 'operator', '/admin/approvals');
  await second.getByRole('link', { name: '役割の変更' }).first().click();
  await expect(second.getByRole('dialog').getByText('倉本 花子')).toBeVisible();
  await expect(second.getByRole('dialog').getByText('担当替えのため')).toBeVisible();
  await expectWhole(second);
  await second.getByRole('button', { name: '承認して反映する' }).click();
  await expect(second.getByText('承認して反映しました。')).toBeVisible();

  await invited.goto('/admin/bank-account');
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('振込元の口座');
  // The sample already has a paying account.
  await invited.getByRole('button', { name: '口座を変える' }).click();
  await invited.getByRole('combobox', { name: '銀行' }).fill('みずほ');
  await invited.getByRole('option', { name: 'みずほ（0001）' }).click();
  await invited.getByRole('combobox', { name: '支店' }).fill('まるのうち');
  await invited.getByRole('option').first().click();
  await invited.getByLabel('口座番号').fill('12345');
  await invited.getByLabel('口座名義（カナ）').fill('トクヒ）タスキ');
  await expectWhole(invited);
  // Long after the sign-in the second factor is asked for in place, and typed text is kept.
  await forgetShown(product, email);
  const ask = invited.getByRole('button', { name: '口座の変更を依頼する' });
  const asking = invited.getByRole('dialog', { name: '2段階認証の確認' });
  await ask.click();
  await expect(asking).toBeVisible();
  await expectWhole(invited);
  await invited.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(
    invited.getByText('ご本人の確認のため、2段階認証をお願いします。').first(),
  ).toBeVisible();
  await expect(invited.getByLabel('口座名義（カナ）')).toHaveValue('ﾄｸﾋ)ﾀｽｷ');
  await ask.click();
  await asking.getByRole('button', { name: 'パスキーで確認する' }).click();
  await expect(invited.getByText('口座の変更が承認を待っています')).toBeVisible();
});
