import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { sampled } from '#test/form.ts';
import { ask } from './day-books.ts';
import { expect, test } from './fixtures.ts';
import { giveMany } from './giving.ts';
import { join, newEmail } from './members.ts';
import { hydrated } from './page-checks.ts';

// However often the button is pressed, the form is executed once.

type Press = (button: Locator, field: Locator) => Promise<void>;
const ways: [how: string, press: Press][] = [
  ['a double click', (button) => button.dblclick()],
  [
    'two clicks in one moment',
    // Before the first render of the busy button.
    (button) =>
      button.evaluate((element) => {
        for (let time = 0; time < 2; time++) (element as HTMLElement).click();
      }),
  ],
  [
    'Enter twice',
    async (_, field) => {
      await field.press('Enter');
      await field.press('Enter');
    },
  ],
  [
    'a click and Enter',
    async (button, field) => {
      await button.click();
      await field.press('Enter');
    },
  ],
  [
    'Enter and a click',
    async (button, field) => {
      await field.press('Enter');
      await button.click({ force: true });
    },
  ],
];

/** By its type: while busy it has another name. */
const submitOf = (page: Page) => page.locator('main form button[type=submit]');

/** Delays a call until `answer` is called; collects the idempotency keys it was sent with. */
async function slowCall(page: Page, path: string) {
  const keys: (string | undefined)[] = [];
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    await isAnswered;
    await route.continue();
  });
  return { keys, answer };
}

for (const [how, press] of sampled(ways, { every: 3, salt: 'sent twice' })) {
  test(`a question sent by ${how}, and pressed again while the answer is slow, is one question @rare-3`, async ({
    page,
    product,
  }) => {
    const email = newEmail('twice');
    const call = await slowCall(page, '/api/contact');
    await page.goto('/contact');
    await hydrated(page);
    await page.getByLabel('お名前').fill('見本 花子');
    await page.getByLabel(/^メールアドレス/).fill(email);
    await page.getByLabel('お問い合わせの種類').selectOption({ index: 1 });
    await page.getByLabel('お問い合わせの内容').fill('二度押しの確認');
    const button = submitOf(page);
    await press(button, page.getByLabel('お名前'));
    await expect.poll(() => call.keys.length).toBeGreaterThan(0);
    await button.click({ force: true });
    call.answer();
    await expect(page.getByRole('heading', { name: 'お問い合わせを受け付けました' })).toBeVisible();
    expect(new Set(call.keys).size).toBe(1);
    expect(call.keys[0]).toMatch(/^[0-9a-f]{32}$/);
    const rows = await ask(product, sql`select id from contact_messages where email = ${email}`);
    expect(rows).toHaveLength(1);
  });
}

test('a pledge saved by a double click, and pressed again while the answer is slow, is one pledge @rare-4', async ({
  page,
  product,
}) => {
  const [gift] = await giveMany(product, await join(page), 1);
  const call = await slowCall(page, '/api/my-pledges');
  await page.goto(`/mypage/my-pledge/new?appraisalId=${gift?.appraisalId}`);
  const words = newEmail('twice');
  await page.getByLabel('本文').fill(words);
  const button = submitOf(page);
  await button.dblclick();
  await expect.poll(() => call.keys.length).toBeGreaterThan(0);
  await button.click({ force: true });
  call.answer();
  await expect(page).toHaveURL('/mypage/my-pledge');
  expect(new Set(call.keys).size).toBe(1);
  const rows = await ask(product, sql`select id from pledges where text = ${words}`);
  expect(rows).toHaveLength(1);
});
