import type { Page } from '@playwright/test';
import { and, eq, sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { receiptDoubles } from '#giving/receipts/receipt-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { uidOf, withDatabase } from '#test/e2e/giving.ts';
import { newEmail, password } from '#test/e2e/members.ts';
import {
  expectAccessible,
  expectJapanese,
  expectNoSidewaysScroll,
  hydrated,
  keepPicture,
} from '#test/e2e/page-checks.ts';
import { expectLegible, openPaper } from '#test/e2e/papers.ts';
import { openAs, registerDirectly } from '#test/e2e/signed-in.ts';
import { numberOf } from '#test/factories/donating.ts';
import { certify, insertDonation, insertPaper } from '#test/factories/receipts.ts';

// A year's receipts in one run, and papers that hold over the same gift.

test.use({ installation: 'built-alone' });

const year = new Date().getFullYear() - 1;
const on = `${year}-05-01`;
const names = { member: '花田', poster: '駅前', guest: '客野' };

async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('.animate-shimmer')).toHaveCount(0);
  await expectAccessible(page);
  await expectJapanese(page);
  await expectNoSidewaysScroll(page);
  await keepPicture(page, `receipt-runs-${name}`);
}

/** All that was mailed to an address, in plain text. */
async function mailsTo(product: Product, email: string): Promise<string> {
  const own = (await product.mails()).filter((mail) => mail.includes(`To: ${email}`));
  return own
    .map((mail) => mail.split('Content-Type: text/plain')[1]?.split(/\r?\n\r?\n/)[1] ?? '')
    .map((plain) => Buffer.from(plain, 'base64').toString())
    .join('\n');
}

/** A member who gets a mail, one who asked for post, a guest, and one whose gifts have two names; answers the organisation. */
async function giveOfTheYear(product: Product, emails: { member: string; poster: string }) {
  return withDatabase(product, async (db) => {
    await db.update(donations).set({ needReceipt: false });
    await db
      .update(authUsers)
      .set({ emailVerified: true })
      .where(eq(authUsers.email, emails.member));
    await db
      .update(authUsers)
      .set({ emailVerified: true })
      .where(eq(authUsers.email, emails.poster));
    const [associate] = await db
      .select({ id: associates.id, name: associates.name })
      .from(associates)
      .where(and(eq(associates.state, 'published'), eq(associates.classification, 'approved-npo')))
      .limit(1);
    if (!associate) throw new Error('the sample has no certified NPO');
    await certify(db, associate.id, `${year - 1}-01-01`, `${year + 4}-12-31`);
    const uids = { member: await uidOf(db, emails.member), poster: await uidOf(db, emails.poster) };
    const address = {
      zipcode: '1000001',
      prefecture: '東京都',
      line1: '千代田区千代田',
      line2: '1-1',
    };
    for (const who of ['member', 'poster'] as const) {
      const named = { lastName: names[who], firstName: '花子', ...address };
      await db.update(users).set(named).where(eq(users.uid, uids[who]));
    }
    const give = (n: number, uid: string, yen: number, lastName: string) =>
      insertDonation(db, {
        ...{ n, uid, yen, on, associateId: associate.id },
        applicant: { associateId: associate.id, lastName, firstName: '花子', ...address },
      });
    await give(9_001, uids.member, 1_000, names.member);
    await give(9_002, uids.member, 2_345, names.member);
    await give(9_003, uids.poster, 4_000, names.poster);
    for (const [n, lastName] of [
      [9_004, names.guest],
      [9_005, '山田'],
      [9_006, '川田'],
    ] as const) {
      await give(n, uids.member, n, lastName);
    }
    const asGuest = sql`id in ('donation 9004')`;
    await db.update(donations).set({ uid: null }).where(asGuest);
    await db.execute(
      sql`update applications set uid = null, email = '' where appraisal_id = ${numberOf(9_004)}`,
    );
    // Two names in one account: a person decides which one the paper has.
    const other = await uidOf(db, 'donor@mihon.example');
    for (const n of [9_005, 9_006]) {
      await db
        .update(donations)
        .set({ uid: other })
        .where(eq(donations.id, `donation ${n}`));
      await db.execute(
        sql`update applications set uid = ${other} where appraisal_id = ${numberOf(n)}`,
      );
    }
    return associate;
  });
}

test('a year’s receipts go out in one run, by mail and by post @phone @both', async ({
  page,
  product,
  anotherPerson,
}) => {
  test.setTimeout(180_000);
  const emails = { member: newEmail('run-mail'), poster: newEmail('run-post') };
  const [member, poster] = [await anotherPerson(), await anotherPerson()];
  await registerDirectly(member, { email: emails.member, password });
  await registerDirectly(poster, { email: emails.poster, password });
  const associate = await giveOfTheYear(product, emails);

  await openAs(page, product, 'operator', '/admin/receipt-runs');
  await page.getByLabel('寄付が届いた年').selectOption({ label: `${year}年` });
  await page.getByLabel(/^郵送を希望された方の申込番号/).fill(numberOf(9_003));
  await page.getByRole('button', { name: '内容を確かめる' }).click();
  const preview = page.getByRole('region', { name: '発行の内容' });
  await expect(preview).toContainText('3通　16,349円');
  await expect(preview).toContainText('メール 1通、郵送 2通');
  await expect(preview).toContainText('発行しない');
  await preview.getByText(/^発行しない方（1件/).click();
  await expect(preview.getByRole('link', { name: numberOf(9_005) })).toBeVisible();
  await look(page, 'preview');
  // What was shown holds no more once something else is chosen.
  await page.getByLabel(/差し替える$/).check();
  await expect(preview).toBeHidden();
  await page.getByLabel(/差し替える$/).uncheck();
  await page.getByRole('button', { name: '内容を確かめる' }).click();
  await preview.getByRole('button', { name: '3通を発行する' }).click();

  const progress = page.getByRole('heading', { name: `${year}年分の一括発行` });
  await expect(progress).toBeVisible();
  await expect(page.getByText('完了', { exact: true })).toBeVisible();
  const state = async () => {
    await expect(page.getByText('3通　16,349円')).toBeVisible();
    await expect(page.getByText('メール 1通、郵送 2通')).toBeVisible();
    const rows = page.getByRole('list', { name: '1通ずつの記録' }).getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.filter({ hasText: names.member })).toContainText(
      /3,345円.*メール.*発行済み/s,
    );
    await expect(rows.filter({ hasText: names.poster })).toContainText(/4,000円.*郵送.*発行済み/s);
    await expect(rows.filter({ hasText: names.guest })).toContainText(/9,004円.*郵送.*発行済み/s);
  };
  await state();
  await page.reload();
  await hydrated(page);
  await state();
  await look(page, 'done');

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: `${year}年分の郵送用のPDFを保存` }).click();
  const letters = await openPaper(await (await coming).path(), 'receipt-runs-post');
  expectLegible(letters);
  // A sheet with the address, the paper, and its gifts: for each of the two.
  expect(letters.pages).toHaveLength(6);
  for (const [index, [name, yen]] of [
    [`${names.poster} 花子`, '4,000円'],
    [`${names.guest} 花子`, '9,004円'],
  ].entries()) {
    const [sheet = '', paper = '', gifts = ''] = [0, 1, 2].map((number) =>
      (letters.pages[3 * index + number]?.words ?? []).map(({ text }) => text).join(' '),
    );
    expect(sheet).toContain('〒100-0001');
    expect(sheet).toContain(`${name} 様`);
    expect(paper).toContain('寄付金受領証明書');
    expect(paper).toContain(name);
    expect(paper).toContain(yen);
    expect(paper).toContain(associate.name);
    expect(gifts).toContain(yen);
  }
  expect(letters.text).not.toContain(names.member);

  // The member follows the mail to the paper; there is no second one to issue.
  await expect.poll(() => mailsTo(product, emails.member)).toContain('/mypage/receipts');
  expect(await mailsTo(product, emails.poster)).not.toContain('/mypage/receipts');
  await member.goto('/mypage/receipts');
  await expect(
    member.getByRole('button', { name: /年分の証明書のPDFをダウンロード$/ }),
  ).toBeVisible();
  await page.goto('/admin/receipt-runs');
  await hydrated(page);
  await page.getByLabel('寄付が届いた年').selectOption({ label: `${year}年` });
  await page.getByRole('button', { name: '内容を確かめる' }).click();
  await expect(preview.getByText('発行できる証明書はありません。')).toBeVisible();
  await look(page, 'list');
});

test('papers that hold over the same gift stand above the receipts while there are any @phone @both', async ({
  page,
  product,
}) => {
  await openAs(page, product, 'operator', '/admin/receipt-doubles');
  await expect(page).toHaveURL('/admin/receipt-runs');
  await expect(page.getByRole('heading', { name: '1年分をまとめて発行する' })).toBeVisible();
  const panel = page.getByRole('heading', { name: '重なる受領証明書' });
  await expect(page.getByRole('navigation', { name: '寄付者の画面' })).not.toContainText('重なる');
  await expect(panel).toBeHidden();

  const [earlier, later] = [`${year}-900001`, `${year}-900002`];
  await withDatabase(product, async (db) => {
    const uid = await uidOf(db, 'donor@mihon.example');
    const [associate] = await db.select({ id: associates.id }).from(associates).limit(1);
    const associateId = associate?.id ?? '';
    const applicant = { associateId };
    await insertDonation(db, {
      n: 9_100,
      uid,
      yen: 1_500,
      on,
      associateId,
      applicant,
      isWished: false,
    });
    const paper = { uid, year, associateId, amountYen: 1_500, lines: ['donation 9100'] };
    await insertPaper(db, { ...paper, number: earlier, stands: false });
    await insertPaper(db, { ...paper, number: later, kind: 'year' });
    await db.insert(receiptDoubles).values({ earlier, later, appraisalId: numberOf(9_100) });
  });
  await page.reload();
  await hydrated(page);
  await expect(panel).toBeVisible();
  await look(page, 'doubles');
  await page.getByRole('button', { name: `番号${earlier}の証明書を無効にする` }).click();
  await page.getByRole('dialog').getByRole('button', { name: '無効にする' }).click();
  await expect(page.getByText('証明書を無効にしました。')).toBeVisible();
  await expect(panel).toBeHidden();
  await page.reload();
  await hydrated(page);
  await expect(page.getByRole('heading', { name: '1年分をまとめて発行する' })).toBeVisible();
  await expect(panel).toBeHidden();
});
