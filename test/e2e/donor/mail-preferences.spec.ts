import type { Page } from '@playwright/test';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { uidOf, withDatabase } from '#test/e2e/giving.ts';
import { join, mailedPath } from '#test/e2e/members.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { application, insertApplications, numberOf } from '#test/factories/donating.ts';

const account = '/mypage/account';
const mails = (page: Page) => page.getByRole('region', { name: 'お知らせメール' });
let boxes = 0;

/** The operator records the arrival of this donor's goods: a mail that can be switched off. */
async function receiveGoods(admin: Page, product: Product, email: string): Promise<void> {
  const n = 15_000 + boxes++;
  await withDatabase(product, async (db) => {
    const owner = { uid: await uidOf(db, email), email, associateId: 'sample-animal-1' };
    await insertApplications(db, [application(n, { ...owner, state: 'kit-sent' })]);
  });
  await openAs(admin, product, 'operator', `/admin/applications/${numberOf(n)}`);
  const arrived = { name: 'お品物が届いた' };
  await admin.getByRole('button', arrived).click();
  await admin.getByRole('dialog').getByRole('button', arrived).click();
  await expect(admin.getByRole('link', { name: '査定結果を取り込む' })).toBeVisible();
}

test('@phone a kind of mail is switched off, is kept so, and switched on again @rare-2', async ({
  page,
}) => {
  await join(page);
  await page.goto(account);
  const invitation = mails(page).getByLabel('次の寄付のご案内');
  await expect(invitation).toBeChecked();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await invitation.click();
  await expect(page.getByText('お知らせメールの設定を保存しました。')).toBeVisible();
  await expect(invitation).not.toBeChecked();
  await page.reload();
  await expect(mails(page).getByRole('checkbox').first()).toBeChecked();
  await expect(invitation).not.toBeChecked();
  await invitation.click();
  await expect(invitation).toBeChecked();
  await page.reload();
  await expect(invitation).toBeChecked();
});

test.describe('while the server is busy', () => {
  test.use({ expectedComplaints: [/status of 503/] });

  test('a switch stays as it is kept, and says why @rare-2', async ({ page }) => {
    await join(page);
    await page.goto(account);
    const invitation = mails(page).getByLabel('次の寄付のご案内');
    await expect(invitation).toBeChecked();
    const busy = { type: 'ServiceUnavailable', message: 'ただいま混み合っています。' };
    await page.route('**/api/users/mail-preferences', (route) =>
      route.fulfill({ status: 503, json: busy }),
    );
    await invitation.click();
    await expect(mails(page).getByRole('alert')).toContainText('ただいま混み合っています。');
    await expect(invitation).toBeChecked();
  });
});

test('the link at a mail’s end stops its kind with one press, whoever is signed in @rare-3', async ({
  page,
  anotherPerson,
  product,
}) => {
  const email = await join(page);
  const admin = await anotherPerson();
  await receiveGoods(admin, product, email);
  const path = await mailedPath(product, email, 'unsubscribe');

  const reader = await anotherPerson();
  await reader.goto(path);
  const stop = reader.getByRole('button', { name: '配信を停止する' });
  await expect(stop).toBeEnabled();
  // The token is removed from the URL, and opening the page alone changes nothing.
  await expect(reader).toHaveURL('/unsubscribe');
  await expectAccessible(reader);
  await page.goto(account);
  const arrivals = mails(page).getByLabel('お品物が届いたとき');
  await expect(arrivals).toBeChecked();

  await stop.click();
  await expect(reader.getByRole('status').filter({ hasText: '配信を停止しました' })).toContainText(
    'お品物が届いたとき',
  );
  await page.reload();
  await expect(arrivals).not.toBeChecked();
  await expect(mails(page).getByRole('checkbox', { checked: false })).toHaveCount(1);

  // A forged link changes nothing, and the page says so.
  await reader.goto(`${path}x`);
  await reader.reload();
  await reader.goto(`/unsubscribe#token=${'a'.repeat(40)}`);
  await stop.click();
  await expect(reader.getByRole('main').getByRole('alert')).toBeVisible();
});
