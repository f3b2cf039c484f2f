import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '#test/e2e/fixtures.ts';
import { join, login, password } from '#test/e2e/members.ts';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectPictures,
  openHydrated,
} from '#test/e2e/page-checks.ts';
import { hugePng, phonePicture, smallPicture } from '#test/factories/pictures.ts';

const uploadPath = '/api/upload/image/users/profile';
const save = (page: Page) => page.getByRole('button', { name: '保存する' });
const chooser = (page: Page, label = 'プロフィール画像') => page.getByLabel(`${label}：画像を選ぶ`);
const cropDialog = (page: Page) => page.getByRole('dialog', { name: '画像の切り抜き' });
const decide = (page: Page) => page.getByRole('button', { name: 'この範囲で決める' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const jpeg = (buffer: Buffer, name = 'phone.jpg') => ({ name, mimeType: 'image/jpeg', buffer });

/** Left half red, right half blue: these colours survive every encoder. */
const halves = () =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#00f"/><rect width="400" height="400" fill="#f00"/></svg>',
    ),
  )
    .png()
    .toBuffer();

/** Bytes of the picture shown in a section, in its original type. */
async function shownPicture(page: Page, of: Locator) {
  const src = await of.locator('img').first().getAttribute('src');
  // Without the width, which means its original type.
  const path = (src ?? '').replace(/\/\d+(?=\?)/, '');
  const reply = await page.request.get(path);
  expect(reply.status()).toBe(200);
  return { bytes: await reply.body(), headers: reply.headers() };
}

test('who is not signed in is led to sign in, and back @rare-3', async ({
  page,
  anotherPerson,
}) => {
  const email = await join(page);
  const visitor = await anotherPerson();
  for (const path of ['/mypage', '/mypage/edit']) {
    await visitor.goto(path);
    await expect(visitor).toHaveURL(/\/login/);
  }
  await login(visitor, email, password);
  await expect(visitor).toHaveURL('/mypage/edit');
  await expect(visitor.getByRole('heading', { name: 'プロフィールの編集' })).toBeVisible();
});

test('@phone a profile that is new says what can be done, and is filled in', async ({ page }) => {
  await join(page);
  await openHydrated(page, '/mypage');
  await expect(page.getByText('まだ寄付がありません')).toBeVisible();
  await page.getByText('キーワードと並び順でしぼり込む').click();
  const search = page.getByRole('search', { name: 'わたしの寄付先と#mypledgeの検索' });
  await search.getByLabel('並び順').selectOption('古い順');
  await search.getByRole('button', { name: '表示する' }).click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(search).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'プロフィールを編集' }).click();

  await page.getByLabel('表示名').fill('髙橋はなこ');
  await page.getByLabel('自己紹介').fill('服を大切に。\nよろしくお願いします。');
  await page.getByLabel('年', { exact: true }).selectOption('1985年（昭和60年）');
  await page.getByLabel('月', { exact: true }).selectOption('5月');
  await page.getByLabel('日', { exact: true }).selectOption('5日');
  await page.getByLabel('女').check();
  await page.getByLabel('Instagram').fill('https://www.instagram.com/hanako.t/?hl=ja');
  await page.getByLabel('Facebook').fill('＠ｈａｎａｋｏ');
  await page.getByLabel('X（Twitter）').fill('花子');
  await expect(page.getByLabel('Instagram')).toHaveValue('hanako.t');
  await save(page).click();
  await page.getByRole('button', { name: '閉じる' }).last().click();
  await expect(page.getByRole('alert').first()).toContainText('半角の英数字');
  await expectAccessible(page);
  await page.getByLabel('X（Twitter）').fill('');
  await save(page).click();

  await expect(page).toHaveURL('/mypage');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('髙橋はなこ');
  await expect(page.getByText('1985年（昭和60年）5月5日')).toBeVisible();
  await expect(page.getByRole('link', { name: /Instagram/ })).toHaveAttribute(
    'href',
    'https://www.instagram.com/hanako.t',
  );
  await expect(page.getByRole('link', { name: /Facebook/ })).toContainText('@hanako');
  await expect(page.getByText('女', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('what is pasted into an account’s field becomes its handle at once @rare-4', async ({
  page,
}) => {
  await join(page);
  await openHydrated(page, '/mypage/edit');
  const field = page.getByLabel('X（Twitter）');
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'https://x.com/hanako/status/1');
    input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(field).toHaveValue('hanako');
});

test('a phone’s picture is cut by keyboard, and keeps nothing of where it was taken @rare-1', async ({
  page,
}) => {
  await join(page);
  await openHydrated(page, '/mypage/edit');
  const crops: string[] = [];
  page.on('request', (request) => /crop-dialog/.test(request.url()) && crops.push(request.url()));
  await chooser(page).setInputFiles(jpeg(await phonePicture()));
  await expect(cropDialog(page)).toBeVisible();
  expect(crops.map((url) => url.replace(/.*\./, '')).sort()).toEqual(['css', 'js']);
  await expectAccessible(page);

  const area = page.getByRole('group', { name: /切り抜く範囲/ });
  const before = await area.boundingBox();
  const slider = page.getByLabel('切り抜く大きさ');
  await slider.focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowLeft');
  await expect
    .poll(async () => (await area.boundingBox())?.width)
    .toBeLessThan((before?.width ?? 0) * 0.7);
  const small = await area.boundingBox();
  await area.focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await area.boundingBox())?.x).toBeCloseTo((small?.x ?? 0) + 40, 0);
  await page.getByRole('button', { name: /右下の角/ }).focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await area.boundingBox())?.width).toBeLessThan(small?.width ?? 0);
  await decide(page).focus();
  await page.keyboard.press('Enter');

  await expect(page.getByText('プロフィール画像を変更しました。')).toBeVisible();
  const { bytes, headers } = await shownPicture(page, section(page, 'プロフィール画像'));
  const facts = await sharp(bytes).metadata();
  expect([facts.format, facts.width, facts.height]).toEqual(['jpeg', 384, 384]);
  expect([facts.exif, facts.icc, facts.xmp, facts.orientation]).toEqual(Array(4).fill(undefined));
  expect(bytes.includes('GPS-CANARY')).toBe(false);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);

  await page.goto('/mypage');
  await expectPictures(page);
  await expect(page.getByRole('main').locator('img').nth(1)).toHaveAttribute('srcset', /384w/);
});

test('what is cut by mouse is what is shown, in the type of the chosen file @rare-1', async ({
  page,
}) => {
  await join(page);
  await openHydrated(page, '/mypage/edit');
  await chooser(page).setInputFiles({
    name: 'halves.png',
    mimeType: 'image/png',
    buffer: await halves(),
  });
  const area = page.getByRole('group', { name: /切り抜く範囲/ });
  const box = await area.boundingBox();
  if (!box) throw new Error('no area');
  // Drag to the right end: only blue is left.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 2, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await decide(page).click();
  await expect(page.getByText('プロフィール画像を変更しました。')).toBeVisible();
  const { bytes } = await shownPicture(page, section(page, 'プロフィール画像'));
  expect((await sharp(bytes).metadata()).format).toBe('png');
  const { channels } = await sharp(bytes).stats();
  const [red, , blue] = channels;
  expect(red?.mean).toBeLessThan(10);
  expect(blue?.mean).toBeGreaterThan(240);
});

test('a picture that is shown is cut anew in the type that its address answers, and taken away @rare-2', async ({
  page,
}) => {
  await join(page);
  await openHydrated(page, '/mypage/edit');
  const banner = section(page, '背景の画像');
  await chooser(page, '背景の画像').setInputFiles({
    name: 'halves.webp',
    mimeType: 'image/webp',
    buffer: await smallPicture('webp'),
  });
  await decide(page).click();
  await expect(page.getByText('背景の画像を変更しました。')).toBeVisible();

  const first = (await banner.locator('img').first().getAttribute('src')) ?? '';
  const asked = page.waitForRequest((request) => request.method() === 'HEAD');
  const sent = page.waitForRequest((request) => request.url().endsWith('profile-banner'));
  await banner.getByRole('button', { name: '切り抜き直す' }).click();
  expect(new URL((await asked).url()).pathname).toMatch(/^\/images\/[\w-]+$/);
  await decide(page).click();
  await sent;
  await expect(banner.locator('img').first()).not.toHaveAttribute('src', first);
  const { bytes } = await shownPicture(page, banner);
  const { format, width, height } = await sharp(bytes).metadata();
  expect([format, width, height]).toEqual(['webp', 2000, 667]);

  await banner.getByRole('button', { name: /消す/ }).click();
  await expect(page.getByText('背景の画像を消しました。')).toBeVisible();
  await expect(banner.getByRole('button', { name: '切り抜き直す' })).toBeHidden();
});

test.describe('a file that is no picture of ours', () => {
  // The trace recorder requests the picture's former URL; the page itself never does.
  test.use({ expectedComplaints: [/^Connecting to 'blob:/] });

  test('is refused in words, before anything is sent @rare-3', async ({ page }) => {
    await join(page);
    await openHydrated(page, '/mypage/edit');
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/upload/') && sent.push(request.url()));
    const alert = section(page, 'プロフィール画像').getByRole('alert');
    const photo = await phonePicture();
    const refused: [bytes: Buffer, message: string][] = [
      [Buffer.from('GIF89a'), 'JPEG・PNG・WebPの画像を選んでください。'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'JPEG・PNG・WebPの画像'],
      [Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), '10MBまでの画像'],
      // Its upper half, which a browser would show without an error.
      [photo.subarray(0, photo.length / 2), '途中で切れています'],
    ];
    for (const [bytes, message] of refused) {
      await chooser(page).setInputFiles(jpeg(bytes));
      await expect(alert).toContainText(message);
      await expect(cropDialog(page)).toBeHidden();
    }
    await chooser(page).setInputFiles(jpeg(Buffer.from([0xff, 0xd8, 0xff, 0xd9])));
    await expect(cropDialog(page).getByRole('alert')).toContainText('読み取れませんでした');
    await page.getByRole('button', { name: '閉じる', exact: true }).last().click();
    await expect(cropDialog(page)).toBeHidden();
    await chooser(page).setInputFiles(jpeg(hugePng(5_100, 5_000)));
    await expect(cropDialog(page).getByRole('alert')).toContainText('2500万画素');
    await page.keyboard.press('Escape');
    expect(sent).toEqual([]);
  });
});

test.describe('sending that does not succeed', () => {
  test.use({ expectedComplaints: [/net::ERR_|status of (5\d\d|400)/] });

  test('is told and tried again when the connection breaks or the server is busy @rare-4', async ({
    page,
  }) => {
    await join(page);
    await openHydrated(page, '/mypage/edit');
    const picture = section(page, 'プロフィール画像');
    await page.route(`**${uploadPath}`, (route) => route.abort('connectionreset'));
    await chooser(page).setInputFiles(jpeg(await smallPicture()));
    await decide(page).click();
    await expect(picture.getByRole('alert')).toContainText('送信が途中で切れました');
    await expectAccessible(page);

    await page.unroute(`**${uploadPath}`);
    const busy = {
      type: 'ServiceUnavailable',
      message: 'ただいま画像の受け付けが混み合っています。',
    };
    await page.route(`**${uploadPath}`, (route) => route.fulfill({ status: 503, json: busy }));
    await picture.getByRole('button', { name: 'もう一度送る' }).click();
    await expect(picture.getByRole('alert')).toContainText('混み合っています');

    // Errors that the server finds in the picture itself are shown in a window as well.
    await page.unroute(`**${uploadPath}`);
    const wrong = { type: 'ValidationError', message: '動く画像は使えません。' };
    await page.route(`**${uploadPath}`, (route) => route.fulfill({ status: 400, json: wrong }));
    await picture.getByRole('button', { name: 'もう一度送る' }).click();
    const told = page.getByRole('dialog', { name: 'エラーが発生しました' });
    await expect(told).toContainText('動く画像は使えません。');
    await told.getByRole('button', { name: '閉じる' }).last().click();
    await expect(picture.getByRole('alert')).toContainText('動く画像は使えません。');

    await page.unroute(`**${uploadPath}`);
    await picture.getByRole('button', { name: 'もう一度送る' }).click();
    await expect(page.getByText('プロフィール画像を変更しました。')).toBeVisible();
    await expect(picture.getByRole('alert')).toBeHidden();
  });

  test('shows how far it has come and can be given up @rare-1', async ({ page }) => {
    await join(page);
    await openHydrated(page, '/mypage/edit');
    const picture = section(page, 'プロフィール画像');
    await page.route(`**${uploadPath}`, () => new Promise(() => undefined));
    await chooser(page).setInputFiles(jpeg(await smallPicture()));
    await decide(page).click();
    await expect(picture.getByRole('progressbar')).toBeVisible();
    await expect(chooser(page)).toBeDisabled();
    await picture.getByRole('button', { name: '送信をやめる' }).click();
    await expect(page.getByText('送信を取りやめました。')).toBeVisible();
    await expect(picture.getByRole('progressbar')).toBeHidden();
    await expect(chooser(page)).toBeEnabled();
    await expect(picture.getByRole('button', { name: '切り抜き直す' })).toBeHidden();
  });
});

test('an edit is not written over another one unseen @rare-2', async ({ page, context }) => {
  await join(page);
  const other = await context.newPage();
  await openHydrated(page, '/mypage/edit');
  await openHydrated(other, '/mypage/edit');
  await other.getByLabel('表示名').fill('あとから');
  await save(other).click();
  await expect(other).toHaveURL('/mypage');

  await page.getByLabel('表示名').fill('さきに');
  await page.getByLabel('自己紹介').fill('こちらだけ');
  await save(page).click();
  const both = page.getByRole('alert').filter({ hasText: '先に変更されています' });
  await expect(both).toContainText('さきに');
  await expect(both).toContainText('あとから');
  await expectAccessible(page);
  await page.getByRole('button', { name: '入力した内容で上書きする' }).click();
  await expect(page).toHaveURL('/mypage');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('さきに');

  await openHydrated(other, '/mypage/edit');
  await openHydrated(page, '/mypage/edit');
  await other.getByLabel('表示名').fill('三番目');
  await save(other).click();
  await expect(other).toHaveURL('/mypage');
  await page.getByLabel('表示名').fill('四番目');
  await save(page).click();
  await page.getByRole('button', { name: '保存済みの内容にする' }).click();
  await expect(page.getByLabel('表示名')).toHaveValue('三番目');
});

test('@touch the camera is offered, and the cut area follows the finger @rare-3', async ({
  page,
}) => {
  await join(page);
  await openHydrated(page, '/mypage/edit');
  const camera = page.getByLabel('プロフィール画像：カメラで撮る');
  await expect(camera).toBeVisible();
  await expect(camera).toHaveAttribute('capture', 'user');
  await camera.setInputFiles(jpeg(await halves(), 'camera.jpg'));
  const area = page.getByRole('group', { name: /切り抜く範囲/ });
  const box = await area.boundingBox();
  if (!box) throw new Error('no area');
  await expect(decide(page)).toBeInViewport();
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + box.height / 2 }],
    });
  const middle = box.x + box.width / 2;
  await touch('touchStart', middle);
  for (const step of [10, 30, 60, 120]) await touch('touchMove', middle - step);
  await touch('touchEnd', middle);
  await expect.poll(async () => (await area.boundingBox())?.x).toBeLessThan(box.x - 20);
  // Chromium takes a tap right after a swipe for the end of that swipe.
  await expect(async () => {
    if (await decide(page).isVisible()) await decide(page).tap({ timeout: 1_000 });
    await expect(cropDialog(page)).toBeHidden({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByText('プロフィール画像を変更しました。')).toBeVisible();
  const { bytes } = await shownPicture(page, section(page, 'プロフィール画像'));
  const { channels } = await sharp(bytes).stats();
  expect(channels[0]?.mean).toBeGreaterThan(240);
});
