import type { Page } from '@playwright/test';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import {
  agreeAndSend,
  apply,
  donationCounts,
  registerFromApplication,
  resultFile,
  sampleSignIn,
  signIn,
} from './donating.ts';
import { expect, type Product, test } from './fixtures.ts';
import { hydrated } from './page-checks.ts';
import { releaseResults } from './release-results.ts';

// Runs on the embedded database, and again on a separate PostgreSQL server (playwright.config.ts).

const password = 'たすきで寄付する2026';

/** The people, and interruptions on the way; a quiet day has none. */
type Walk = {
  visitor: Page;
  admin: Page;
  product: Product;
  email: string;
  trouble?: {
    beforeSending(): Promise<void>;
    afterRegistering(): Promise<void>;
    beforeImporting(): Promise<void>;
    afterImporting(): Promise<void>;
  };
};

async function walk({ visitor, admin, product, email, trouble }: Walk): Promise<void> {
  // A visitor finds an organisation and applies.
  await visitor.goto('/');
  // Until the scripts have loaded, the link leads directly to the search.
  await hydrated(visitor);
  await visitor.getByRole('banner').getByRole('link', { name: '寄付先を探す' }).click();
  await visitor.getByRole('dialog').getByRole('link', { name: '寄付先を探す' }).click();
  // While it fades, the page below takes no input.
  await expect(visitor.getByRole('dialog')).toBeHidden();
  await visitor.getByLabel('キーワード').fill('ねこ');
  await expect(visitor).toHaveURL(/keyword=/);
  await visitor.getByLabel(/寄付金控除/).check();
  await visitor.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(visitor.getByRole('button', { name: 'お届け先の入力へ進む' })).toBeVisible();
  await expect(visitor).toHaveURL(/\/associate\/[\w-]+$/);
  const path = new URL(visitor.url()).pathname;
  const associateId = path.split('/').at(-1) ?? '';
  const associateName = (await visitor.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const before = await donationCounts(visitor, path);
  const guest = { lastName: '髙橋', firstName: '﨑子', email };
  const appraisalId = await apply(visitor, guest, trouble?.beforeSending);
  await registerFromApplication(visitor, password);
  await trouble?.afterRegistering();

  // The operator uploads the results: a bad row is refused, fixed, accepted.
  await admin.goto('/admin/results');
  const operator = sampleSignIn(product.output(), 'operator');
  await signIn(admin, operator.email, operator.password);
  await expect(admin).toHaveURL(/\/admin\/results$/);
  await tryResults(admin, resultFile([{ appraisalId, associateId, amountYen: '千円' }]));
  await expect(
    admin.getByText('2行目「査定金額」：数字で入力してください（入力値：千円）').first(),
  ).toBeVisible();
  const mended = resultFile([{ appraisalId, associateId, amountYen: 3_240 }]);
  await tryResults(admin, mended);
  await expect(admin.getByText('すべての行を受け付けられます')).toBeVisible();
  await trouble?.beforeImporting();
  await importResults(admin);
  await expect(admin.getByText('1行を受け付けました')).toBeVisible();
  await admin.getByRole('link', { name: '内容を確かめて確定する' }).click();
  await releaseResults(admin);
  await trouble?.afterImporting();

  // The donor's history shows date, yen, organisation and the request for a receipt.
  await visitor.goto('/mypage/donation-history');
  const entry = visitor.getByRole('article').filter({ hasText: appraisalId });
  await expect(entry).toContainText('3,240円');
  await expect(entry).toContainText(formatDate(jstDay(new Date())));
  await expect(entry).toContainText(associateName);
  await expect(entry).toContainText('受領証明書を希望');
  await expect(entry).not.toContainText('受領証明書は希望しない');

  // The organisation's counts have gone up by one.
  const after = { month: before.month + 1, total: before.total + 1 };
  expect(await donationCounts(visitor, path)).toEqual(after);

  // The operator can read the mails, each once.
  await admin.goto('/admin/mails');
  const subjectsOfThePerson = admin.getByRole('row').filter({ hasText: email });
  for (const subject of [
    `お申し込みを受け付けました（${appraisalId}）`,
    'ご登録ありがとうございます',
    `ご寄付が決まりました（${appraisalId}）`,
  ]) {
    await expect(subjectsOfThePerson.filter({ hasText: subject })).toHaveCount(1);
  }

  // The same file again adds nothing.
  await admin.goto('/admin/results');
  await tryResults(admin, mended);
  await expect(admin.getByText('新しく取り込む行はありません')).toBeVisible();
  expect(await donationCounts(visitor, path)).toEqual(after);
}

/** Chooses a result file on the operator's page and runs the check. */
async function tryResults(page: Page, content: Buffer): Promise<void> {
  await page.getByLabel('査定結果のCSV').setInputFiles({
    name: '査定結果.csv',
    mimeType: 'text/csv',
    buffer: content,
  });
  await page.getByRole('button', { name: 'ためし読みする' }).click();
}

const importResults = (page: Page) => page.getByRole('button', { name: '1行を受け付ける' }).click();

test('the main job: apply, register, results, history, totals @system', async ({
  page,
  product,
  anotherPerson,
}) => {
  await walk({
    visitor: page,
    admin: await anotherPerson(),
    product,
    email: 'hanako@example.com',
  });
});

test.describe('on a day of power cuts', () => {
  // The browser's error for an unreachable server.
  test.use({ expectedComplaints: [/net::ERR_/] });

  test('the main job goes on after each: draft, session and all that was acknowledged are there @embedded', async ({
    page,
    product,
    anotherPerson,
  }) => {
    const admin = await anotherPerson();
    const unanswered = (person: Page) =>
      expect(person.getByText('通信できませんでした。')).toBeVisible();
    const trouble = {
      async beforeSending() {
        await product.killAndRestart(async () => {
          await agreeAndSend(page);
          await unanswered(page);
        });
        await page.reload();
        await expect(page.getByText('前回の入力を復元しました')).toBeVisible();
        await expect(page.getByRole('heading', { name: '内容のご確認' })).toBeVisible();
      },
      async afterRegistering() {
        await product.killAndRestart();
        await page.reload();
        await expect(page.getByRole('banner').getByText('マイページ')).toBeVisible();
      },
      async beforeImporting() {
        await product.killAndRestart(async () => {
          await importResults(admin);
          await unanswered(admin);
        });
      },
      afterImporting: () => product.killAndRestart(),
    };
    await walk({ visitor: page, admin, product, email: 'jiro@example.com', trouble });
  });
});
