import type { Page } from '@playwright/test';
import { expect, type Product, test } from '#test/e2e/fixtures.ts';
import { withDatabase } from '#test/e2e/giving.ts';
import { expectAccessible, expectNoSidewaysScroll, expectPictures } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { application, insertApplications, numberOf } from '#test/factories/donating.ts';
import { smallPicture } from '#test/factories/pictures.ts';
import { boxCodeOf } from '#warehouse/kits/box-code.ts';

// Requests that fail offline on purpose.
test.use({ expectedComplaints: [/net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/] });

let next = 700_000 + Math.floor(Math.random() * 200_000);

/** Applications whose kits were sent; returns their numbers. */
async function waitingFor(product: Product, count: number, changes: object = {}) {
  const first = next;
  next += count;
  const numbers = Array.from({ length: count }, (_, index) => first + index);
  const associateId = 'sample-animal-1';
  await withDatabase(product, (db) =>
    insertApplications(
      db,
      numbers.map((n) => application(n, { associateId, state: 'kit-sent', ...changes })),
    ),
  );
  return numbers.map(numberOf);
}

async function openIntake(page: Page, product: Product) {
  await openAs(page, product, 'operator', '/admin/intake');
  await expect(page.getByLabel('箱の番号')).toBeVisible();
}

/** A hand scanner: types and presses Enter, whatever has the focus. */
async function scan(page: Page, code: string) {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

const latest = (page: Page) => page.getByRole('region', { name: '最後に読み取った箱' });
const waiting = (page: Page) => page.getByText(/^送信待ち/);

/** Time per action for a person, from lifting the box to looking at the screen; generous. */
const secondsOf = { scan: 2.5, look: 1 } as const;
const maxSecondsPerBox = 4;

test('50 boxes are received by a hand scanner, each by one scan and nothing else', async ({
  page,
  product,
}) => {
  const numbers = await waitingFor(product, 50);
  await openIntake(page, product);
  const actions: (keyof typeof secondsOf)[] = [];
  for (const number of numbers) {
    await scan(page, boxCodeOf(number, 1));
    actions.push('scan');
    await expect(latest(page)).toContainText(number);
    await expect(latest(page)).toContainText('受け付けました');
    actions.push('look');
  }
  expect(actions).toHaveLength(2 * numbers.length);
  const seconds = actions.reduce((sum, action) => sum + secondsOf[action], 0);
  expect(seconds / numbers.length).toBeLessThanOrEqual(maxSecondsPerBox);
  await expect(waiting(page)).toBeHidden();
});

test('a scanner is heard whatever has the focus, and leaves no letter in any field @rare-3', async ({
  page,
  product,
}) => {
  const [one = '', two = '', three = ''] = await waitingFor(product, 3);
  await openIntake(page, product);
  const search = page.getByRole('searchbox');
  await search.fill('髙橋');
  await scan(page, boxCodeOf(one, 1));
  await expect(latest(page)).toContainText(one);
  await expect(search).toHaveValue('髙橋');
  await page.getByRole('button', { name: 'カメラで読む' }).focus();
  await scan(page, boxCodeOf(two, 1));
  await expect(latest(page)).toContainText(two);
  await expect(page.getByRole('button', { name: 'カメラで読む' })).toBeVisible();
  await page.getByLabel('箱の番号').fill(three.toLowerCase());
  await page.getByRole('button', { name: '受け付ける', exact: true }).click();
  await expect(latest(page)).toContainText(three);
});

test('boxes are read for ten seconds without a network, and after a reload, and none is lost @rare-4', async ({
  page,
  product,
  context,
}) => {
  const numbers = await waitingFor(product, 5);
  const [one = '', two = '', three = '', four = '', five = ''] = numbers;
  await openIntake(page, product);
  await scan(page, boxCodeOf(one, 1));
  await expect(latest(page)).toContainText(one);
  await context.setOffline(true);
  const cutAt = Date.now();
  await scan(page, boxCodeOf(two, 1));
  await scan(page, boxCodeOf(three, 1));
  await expect(waiting(page)).toHaveText('送信待ち 2件');
  await expect(page.getByText('通信が切れています')).toBeVisible();
  await expect.poll(() => Date.now() - cutAt, { timeout: 20_000 }).toBeGreaterThan(10_000);
  await expect(latest(page)).toContainText(one);
  await context.setOffline(false);
  await expect(waiting(page)).toBeHidden();
  await expect(latest(page)).toContainText(three);

  // The server is unreachable when the page closes: the scans stay on the device.
  await page.route('**/api/office/intake/scans', (route) => route.abort());
  await scan(page, boxCodeOf(four, 1));
  await scan(page, boxCodeOf(five, 1));
  await expect(waiting(page)).toHaveText('送信待ち 2件');
  await page.reload();
  await expect(waiting(page)).toHaveText('送信待ち 2件');
  await page.unroute('**/api/office/intake/scans');
  await expect(waiting(page)).toBeHidden();
  await expect(latest(page)).toContainText(five);
  await page.getByRole('link', { name: '受付の記録' }).click();
  for (const number of numbers) {
    await expect(page.getByText(`${number}　1箱目（全1箱）`).first()).toBeVisible();
  }
});

test('a second scan, a guess, a mistake and a box without a number each have a way @phone @rare-3', {
  tag: '@both',
}, async ({ page, product }) => {
  const lastName = `山野${next}`;
  const [one = '', two = ''] = await waitingFor(product, 2, { boxes: 2, lastName });
  await openIntake(page, product);
  await scan(page, boxCodeOf(one, 2));
  await expect(latest(page)).toContainText('2箱目（全2箱）');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await scan(page, boxCodeOf(one, 2));
  await expect(latest(page)).toContainText('受付済みの箱です');
  await expect(latest(page)).toContainText('さんが受け付けています');
  await scan(page, boxCodeOf(one, 3));
  await expect(latest(page)).toContainText('お申し込みより多い箱です');
  await latest(page).getByRole('button', { name: '取り消す' }).click();
  await expect(latest(page)).toContainText('受付を取り消しました');

  await page.getByRole('searchbox').fill(lastName);
  await page.getByRole('button', { name: new RegExp(`この箱を受け付ける.*${two}`) }).click();
  await expect(latest(page)).toContainText('1箱目（全2箱）');
  await latest(page).getByRole('button', { name: '2箱目' }).click();
  await expect(latest(page)).toContainText('2箱目（全2箱）');
  await expect(latest(page)).toContainText('残り1箱');
});

test('a box that is unknown goes to the shelf with a photo, and leaves it when it has ended @phone @rare-4', async ({
  page,
  product,
}) => {
  await openIntake(page, product);
  // Barcode of a product whose packaging is reused as the box.
  await scan(page, `4900000${next}`);
  await expect(latest(page)).toContainText('番号が見つかりません');
  await latest(page).getByRole('button', { name: 'この箱を保留の棚に置く' }).click();
  const dialog = page.getByRole('dialog', { name: 'この箱を保留の棚に置く' });
  const place = `棚A-${Math.floor(Math.random() * 1_000_000)}`;
  await dialog.getByLabel(/^置き場所/).fill(place);
  await dialog.getByLabel('写真を撮る・選ぶ').setInputFiles({
    name: 'box.jpg',
    mimeType: 'image/jpeg',
    buffer: await smallPicture(),
  });
  await expect(dialog.getByRole('img', { name: '写真1' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: '保留の棚に置く' }).click();
  await latest(page).getByRole('link', { name: '保留の棚で見る' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(place);
  await expect(page.getByRole('img', { name: '箱の写真1' })).toBeVisible();
  await expectPictures(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel(/^どうなったか$/).selectOption('返送した');
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByText('保存しました。').first()).toBeVisible();
  await page.getByRole('link', { name: '保留の棚', exact: true }).first().click();
  await page.getByRole('link', { name: '終わったもの' }).click();
  await expect(page.getByRole('link', { name: place }).first()).toBeVisible();
  await expectAccessible(page);
});

test('a camera reads the labels that are held before it, one after the other @rare-1', async ({
  pageWithCamera,
  product,
}) => {
  const numbers = await waitingFor(product, 2);
  const page = await pageWithCamera(numbers.map((number) => boxCodeOf(number, 1)));
  // Opened from another page: the camera permission comes with this page only.
  await openAs(page, product, 'operator', '/admin');
  await page
    .getByRole('navigation', { name: '運営のメニュー' })
    .getByRole('link', { name: /^到着/ })
    .click();
  await page.getByRole('button', { name: 'カメラで読む' }).click();
  for (const number of numbers) {
    await expect(page.locator('main').getByText(number).first()).toBeVisible();
  }
  const received = () =>
    withDatabase(product, async (db) => {
      const { rows } = await db.execute<{ code: string }>(
        `select code from scans where outcome = 'received'`,
      );
      return rows.map(({ code }) => code);
    });
  // A label shows before its scan is stored.
  await expect
    .poll(received)
    .toEqual(expect.arrayContaining(numbers.map((number) => boxCodeOf(number, 1))));
});
