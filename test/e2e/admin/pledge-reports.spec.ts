import type { Page } from '@playwright/test';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { giveMany } from '#test/e2e/giving.ts';
import { closeMessage, join } from '#test/e2e/members.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  openHydrated,
} from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';

const reportsPath = '/admin/pledge-reports';

/** A donor's public pledge; returns its page's path. */
async function publishPledge(page: Page, product: Product, words: string): Promise<string> {
  const [donation] = await giveMany(product, await join(page), 1);
  await page.goto(`/mypage/my-pledge/new?appraisalId=${donation?.appraisalId}`);
  await hydrated(page);
  await page.getByLabel('本文').fill(words);
  await page.getByRole('radio', { name: /^公開する/ }).check();
  await page.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(page).toHaveURL('/mypage/my-pledge');
  const link = page.getByRole('link', { name: '公開ページを見る' });
  return (await link.getAttribute('href')) ?? '';
}

async function report(page: Page, path: string, reason: string): Promise<void> {
  await openHydrated(page, path);
  await page.getByRole('button', { name: 'この投稿の問題を知らせる' }).click();
  const dialog = page.getByRole('dialog', { name: 'この投稿の問題を知らせる' });
  await dialog.getByLabel('どこに問題がありますか').fill(reason);
  await dialog.getByRole('button', { name: '知らせる', exact: true }).click();
  await expect(page.getByText('お知らせを受け付けました。')).toBeVisible();
}

/** Opens a report by its reason, as the operator in another browser. */
async function openReport(admin: Page, product: Product, reason: string) {
  await openAs(admin, product, 'operator', reportsPath);
  await admin.getByRole('link', { name: reason }).click();
  return admin.getByRole('dialog', { name: '通報の内容' });
}

/** Withholds the pledge of the open report. */
async function withhold(admin: Page, told: string): Promise<void> {
  const dialog = admin.getByRole('dialog', { name: '通報の内容' });
  await dialog.getByRole('button', { name: '公開を止める' }).click();
  await dialog.getByLabel('公開を止める理由').fill(told);
  await dialog.getByRole('button', { name: '公開を止める' }).click();
  await expect(admin.getByText('公開を止めました。書いた方に')).toBeVisible();
}

test('@phone a reported pledge is withheld with a reason, and shown again @rare-4', async ({
  page: donor,
  anotherPerson,
  product,
}) => {
  const words = `通報される投稿です。${Date.now()}`;
  const path = await publishPledge(donor, product, words);
  const visitor = await anotherPerson();
  const reason = `他人の写真が使われています。${Date.now()}`;
  await report(visitor, path, reason);
  const isPublic = async (url: string) =>
    (await (await visitor.request.get(url)).text()).includes(words);
  expect(await isPublic('/my-pledge')).toBe(true);

  const admin = await anotherPerson();
  await openAs(admin, product, 'operator', reportsPath);
  await admin.getByRole('link', { name: '未対応', exact: true }).click();
  await admin.getByRole('link', { name: reason.slice(0, 40) }).click();
  const dialog = admin.getByRole('dialog', { name: '通報の内容' });
  await expect(dialog).toContainText(words);
  await expect(dialog.getByRole('link', { name: '公開ページを開く' })).toHaveAttribute(
    'href',
    path,
  );
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);
  await dialog.getByRole('button', { name: '公開を止める' }).click();
  await dialog.getByRole('button', { name: '公開を止める' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText('理由を入力してください');
  const told = 'ほかの方のお写真が使われているため、公開を止めました。';
  await dialog.getByLabel('公開を止める理由').fill(told);
  await dialog.getByRole('button', { name: '公開を止める' }).click();
  await expect(admin.getByText('公開を止めました。書いた方に')).toBeVisible();
  const withheld = Date.now();

  // It is no longer found anywhere.
  await expect.poll(async () => (await visitor.request.get(path)).status()).toBe(404);
  for (const url of ['/my-pledge', '/api/my-pledges', '/feed/pledges.xml']) {
    await expect.poll(() => isPublic(url)).toBe(false);
  }
  await expect
    .poll(async () => (await (await visitor.request.get('/sitemap.xml')).text()).includes(path))
    .toBe(false);
  const tookMs = Date.now() - withheld;
  test.info().annotations.push({ type: 'gone after', description: `${tookMs} ms` });

  // Its author sees why, and cannot publish it.
  await donor.reload();
  const card = donor.getByRole('listitem').filter({ hasText: words });
  await expect(card).toContainText('運営者が公開を停止');
  await card.getByRole('link', { name: '理由を見る' }).click();
  await expect(donor.getByRole('main').getByRole('alert')).toContainText(told);
  await expect(donor.getByRole('button', { name: '公開する' })).toHaveCount(0);
  await expectAccessible(donor);
  await expectNoSidewaysScroll(donor);
  await admin.goto('/admin/mails');
  await expect(admin.getByText('#mypledgeの公開を止めました').first()).toBeVisible();

  await admin.goto(`${reportsPath}?state=handled`);
  await admin.getByRole('link', { name: reason.slice(0, 40) }).click();
  await expect(dialog).toContainText(told);
  await dialog.getByRole('button', { name: 'ふたたび公開する' }).click();
  await expect(admin.getByText('ふたたび公開しました。')).toBeVisible();
  await expect.poll(async () => (await visitor.request.get(path)).status()).toBe(200);
});

test('a pledge withheld while its author edits it is not published by the edit @rare-2', async ({
  page: donor,
  anotherPerson,
  product,
}) => {
  const path = await publishPledge(donor, product, '直している最中の投稿です。');
  await donor.getByRole('link', { name: '編集する' }).click();
  await donor.getByLabel('本文').fill('直しました。');

  const reason = `編集中の通報 ${Date.now()}`;
  const visitor = await anotherPerson();
  await report(visitor, path, reason);
  const admin = await anotherPerson();
  const dialog = await openReport(admin, product, reason);
  await withhold(admin, '確認のため、公開を止めました。');
  await expect(dialog.getByRole('button', { name: 'ふたたび公開する' })).toBeVisible();
  await expect(dialog.getByLabel('公開を止める理由')).toHaveCount(0);

  await donor.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(donor.getByText(/運営者が公開を止めています/).first()).toBeVisible();
  if (await donor.getByRole('dialog').isVisible()) await closeMessage(donor);
  await expect(donor.getByLabel('本文')).toHaveValue('直しました。');
  expect((await visitor.request.get(path)).status()).toBe(404);
});

test('a report without ground is dismissed; its pledge stays, and it can be opened again @rare-3', async ({
  page: donor,
  anotherPerson,
  product,
}) => {
  const path = await publishPledge(donor, product, '何の問題もない投稿です。');
  const reason = `気に入りません。${Date.now()}`;
  const visitor = await anotherPerson();
  await report(visitor, path, reason);
  const admin = await anotherPerson();
  await openAs(admin, product, 'operator', `${reportsPath}?state=open`);
  const entry = admin.getByRole('link', { name: reason });
  await entry.click();
  const dialog = admin.getByRole('dialog', { name: '通報の内容' });
  await dialog.getByRole('button', { name: '問題なしとして対応済みにする' }).click();
  await expect(admin.getByText('対応済みにしました。')).toBeVisible();
  await expect(entry).toHaveCount(0);
  expect((await visitor.request.get(path)).status()).toBe(200);
  await admin.goto(`${reportsPath}?state=handled`);
  await entry.click();
  await dialog.getByRole('button', { name: '未対応に戻す' }).click();
  await expect(admin.getByText('未対応に戻しました。')).toBeVisible();
});

test('a pledge that its author hid in time is withheld too, and stays hidden when that is lifted @rare-4', async ({
  page: donor,
  anotherPerson,
  product,
}) => {
  const words = `通報のあとで隠される投稿です。${Date.now()}`;
  const path = await publishPledge(donor, product, words);
  const reason = `隠される通報 ${Date.now()}`;
  const visitor = await anotherPerson();
  await report(visitor, path, reason);

  const ownPath = (await donor.getByRole('link', { name: '編集する' }).getAttribute('href')) ?? '';
  await openHydrated(donor, ownPath);
  await donor.getByRole('radio', { name: /^非公開にする/ }).check();
  await donor.getByRole('button', { name: '非公開で保存する' }).click();
  await expect(donor).toHaveURL('/mypage/my-pledge');
  const editing = await donor.context().newPage();
  await openHydrated(editing, ownPath);

  const admin = await anotherPerson();
  const dialog = await openReport(admin, product, reason);
  await expect(dialog).toContainText('本人が非公開');
  await expect(dialog.getByRole('link', { name: '公開ページを開く' })).toHaveCount(0);
  await withhold(admin, '確認のため、公開を止めました。');
  await expect(dialog).toContainText('公開を停止中');
  await expect(dialog).toContainText('本人が非公開');
  await expectAccessible(admin);

  // The form opened before, against the current state.
  await editing.getByRole('radio', { name: /^公開する/ }).check();
  await editing.getByRole('button', { name: '公開する', exact: true }).click();
  await expect(editing.getByText(/運営者が公開を止めています/).first()).toBeVisible();
  await donor.goto(ownPath);
  await expect(donor.getByRole('main').getByRole('alert')).toContainText('確認のため');
  expect((await visitor.request.get(path)).status()).toBe(404);

  await dialog.getByRole('button', { name: '公開の停止を解く' }).click();
  await expect(admin.getByText('公開の停止を解きました。書いた方に')).toBeVisible();
  await expect(dialog).not.toContainText('公開を停止中');
  await expect(dialog).toContainText('本人が非公開');
  expect((await visitor.request.get(path)).status()).toBe(404);
  await openHydrated(donor, ownPath);
  // The refused change is a draft here, based on the state before the withholding.
  await expect(donor.getByRole('radio', { name: /^公開する/ })).toBeChecked();
  await donor.getByRole('button', { name: '公開する', exact: true }).click();
  await donor.getByRole('button', { name: '入力した内容で上書きする' }).click();
  await expect(donor).toHaveURL('/mypage/my-pledge');
  await expect.poll(async () => (await visitor.request.get(path)).status()).toBe(200);
});

test('@phone a withheld pledge that its author took away may be written anew when the operator allows it @rare-1', async ({
  page: donor,
  anotherPerson,
  product,
}) => {
  const path = await publishPledge(donor, product, `消される投稿です。${Date.now()}`);
  const reason = `消される投稿の通報 ${Date.now()}`;
  await report(await anotherPerson(), path, reason);
  const admin = await anotherPerson();
  const dialog = await openReport(admin, product, reason);
  await withhold(admin, '確認のため、公開を止めました。');

  await donor.reload();
  await donor.getByRole('link', { name: '理由を見る' }).click();
  await expect(donor.getByRole('main').getByRole('alert')).toContainText('確認のため');
  await donor.getByRole('button', { name: 'この#mypledgeを削除する' }).click();
  const asked = donor.getByRole('dialog', { name: '#mypledgeを削除しますか？' });
  await expect(asked).toContainText('運営者が公開の停止を解くまで');
  await asked.getByRole('button', { name: '削除する', exact: true }).click();
  await expect(donor).toHaveURL('/mypage/my-pledge');
  const writeAnew = async (words: string) => {
    await donor.goto('/mypage/my-pledge');
    await donor.getByRole('link', { name: '#mypledgeを書く' }).click();
    await hydrated(donor);
    await donor.getByLabel('本文').fill(words);
    await donor.getByRole('radio', { name: /^公開する/ }).check();
    await donor.getByRole('button', { name: '公開する', exact: true }).click();
  };
  await writeAnew('もう一度書きます。');
  await expect(donor.getByText(/運営者が公開を止めています/).first()).toBeVisible();

  // The operator's view is stale: a message says so, and shows the current state.
  await dialog.getByRole('button', { name: 'ふたたび公開する' }).click();
  await expect(admin.getByText(/ご覧になったあとで変わりました/).first()).toBeVisible();
  await admin.reload();
  await hydrated(admin);
  await expect(dialog).toContainText('公開を停止中');
  await expect(dialog).toContainText('本人が削除');
  await expectAccessible(admin);
  await expectNoSidewaysScroll(admin);
  await dialog.getByRole('button', { name: '新しく書けるようにする' }).click();
  await expect(admin.getByText(/新しく書けるようにしました。書いた方に/)).toBeVisible();
  await expect(dialog).not.toContainText('公開を停止中');
  await expect(dialog).toContainText('本人が削除');
  await admin.goto('/admin/mails');
  await expect(admin.getByText('#mypledgeの公開の停止を解きました').first()).toBeVisible();
  await expect(admin.getByText('#mypledgeの通報が届きました').first()).toBeVisible();

  const anew = `書き直した投稿です。${Date.now()}`;
  await writeAnew(anew);
  await expect(donor).toHaveURL('/mypage/my-pledge');
  await expect(donor.getByRole('listitem').filter({ hasText: anew })).toContainText('公開中');
});
