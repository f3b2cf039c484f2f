import type { Locator, Page, Route } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { sampled } from '#test/form.ts';
import { signIn } from './donating.ts';
import { expect, test } from './fixtures.ts';
import { uidOf, withDatabase } from './giving.ts';
import { join, password } from './members.ts';
import { hydrated } from './page-checks.ts';
import { signInAs } from './signed-in.ts';

// Pages for data that cannot be loaded, or may not be (docs/product.md, Messages).

const history = '/mypage/donation-history';
const status = (page: Page, code: number) => page.getByRole('heading', { name: String(code) });
const back = (page: Page) => page.getByRole('link', { name: 'BACK' });

/** Documents that the page requests from now on. */
function documentsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** Opens a page from the footer. */
const follow = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();

test.describe('a file that is missing', () => {
  test.use({ expectedComplaints: [/net::ERR_FAILED|dynamically imported module/] });

  test('of a page has that page loaded anew once, and is an error from then on @rare-4', async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(page);
    await page.route('**/assets/faq-*.js', (route) => route.abort());
    const documents = documentsOf(page);
    // The requested page, not the one before; its script is missing there as well.
    const missedAgain = page.waitForEvent('requestfailed', (request) =>
      request.frame().url().endsWith('/faq'),
    );
    await follow(page, 'よくあるご質問');
    await missedAgain;
    await expect(page.getByRole('heading', { level: 1, name: 'よくあるご質問' })).toBeVisible();
    expect(documents).toEqual(['/faq']);

    await page.goto('/terms');
    await hydrated(page);
    await follow(page, 'よくあるご質問');
    await expect(status(page, 500)).toBeVisible();
    await expect(page.getByRole('main')).toContainText('読み込めませんでした');
    await back(page).click();
    await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
    expect(documents).toEqual(['/faq', '/terms']);
    await follow(page, 'よくあるご質問');
    await expect(status(page, 500)).toBeVisible();
    await page.unroute('**/assets/faq-*.js');
    await page.getByRole('link', { name: 'もう一度読み込む' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'よくあるご質問' })).toBeVisible();
  });

  test('of a part reloads the page once, then is told as often as it is missed @rare-3', async ({
    page,
  }) => {
    await page.goto('/search');
    await hydrated(page);
    await page.route('**/assets/appraisal-dialog-*.js', (route) => route.abort());
    const documents = documentsOf(page);
    const open = page.getByRole('button', { name: '寄付する', exact: true });
    const reloaded = page.waitForEvent('load');
    await open.click();
    await reloaded;
    await hydrated(page);
    await page.getByLabel('キーワード').fill('ねこ');
    // A pending navigation would clear the error.
    await expect(page).toHaveURL(/keyword=/);
    for (const _time of [1, 2]) {
      await open.click();
      await expect(status(page, 500)).toBeVisible();
      await back(page).click();
      await expect(status(page, 500)).toBeHidden();
      await expect(page.getByLabel('キーワード')).toHaveValue('ねこ');
    }
    expect(documents).toEqual(['/search']);
    await page.unroute('**/assets/appraisal-dialog-*.js');
    await open.click();
    await expect(page.getByRole('dialog', { name: 'どちらで寄付しますか？' })).toBeVisible();
  });

  test('of another build may reload the page once more @rare-4', async ({ page }) => {
    await page.goto('/search');
    await hydrated(page);
    await page.route('**/assets/appraisal-dialog-*.js', (route) => route.abort());
    await page.evaluate(() =>
      sessionStorage.setItem('tasuki.reloaded-for', '/assets/manifest-of-yesterday.js'),
    );
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: '寄付する', exact: true }).click();
    await reloaded;
  });

  test('of a first visit reloads it once, and leaves a page that can be read @rare-1', async ({
    page,
  }) => {
    await page.route('**/assets/site-*.js', (route) => route.abort());
    const documents = documentsOf(page);
    const missedAgain = page.waitForEvent('requestfailed', () => documents.length === 2);
    await page.goto('/faq', { waitUntil: 'commit' });
    await missedAgain;
    await expect(page.getByRole('heading', { level: 1, name: 'よくあるご質問' })).toBeVisible();
    await page.waitForLoadState();
    expect(documents).toEqual(['/faq', '/faq']);
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('読み込めませんでした');
    await page.unroute('**/assets/site-*.js');
    await notice.getByRole('link', { name: 'もう一度読み込む' }).click();
    await hydrated(page);
  });
});

test.describe('a server that does not answer', () => {
  test.use({ expectedComplaints: [/status of 50[23]|net::ERR_FAILED/] });

  test('is told with its status, each time @rare-2', async ({ page }) => {
    await page.goto('/terms');
    await hydrated(page);
    await page.route('**/search.data*', (route) => route.fulfill({ status: 503 }));
    for (const _time of [1, 2]) {
      await follow(page, '寄付先を探す');
      await expect(status(page, 503)).toBeVisible();
      await expect(page.getByRole('main')).toContainText('Service Unavailable');
      await expect(page.getByRole('main')).toContainText('アクセスが集中');
      await back(page).click();
      await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
    }
    await page.unroute('**/search.data*');
    await follow(page, '寄付先を探す');
    await expect(page.getByRole('heading', { level: 1, name: '団体を探す' })).toBeVisible();
  });

  test('or is another, is told in Japanese and asked again without leaving @rare-4', async ({
    page,
  }) => {
    await page.goto('/terms');
    await hydrated(page);
    const documents = documentsOf(page);
    const html = { contentType: 'text/html', body: '<html><h1>Bad Gateway</h1></html>' };
    const main = page.getByRole('main');
    const heading = main.getByRole('heading', { level: 1 });
    for (const answer of [
      (route: Route) => route.abort(),
      (route: Route) => route.fulfill({ ...html, status: 502 }),
      (route: Route) => route.fulfill({ ...html, status: 200 }),
    ]) {
      await page.route('**/search.data*', answer);
      await follow(page, '寄付先を探す');
      await expect(heading).toHaveText('通信できませんでした');
      await expect(main).not.toContainText(/Gateway|500|502/);
      await page.unroute('**/search.data*');
      await main.getByRole('link', { name: 'もう一度読み込む' }).click();
      await expect(heading).toHaveText('団体を探す');
      await page.goBack();
      await expect(heading).toHaveText('利用規約');
    }
    expect(documents).toEqual([]);
  });

  test('at the start is told where a page waits for its person, and asked again @rare-3', async ({
    page,
    product,
  }) => {
    await signInAs(page, product, 'donor');
    await page.route('**/api/auth/token', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto('/terms');
    await hydrated(page);
    await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
    await page.goto(history);
    await expect(status(page, 503)).toBeVisible();
    await page.unroute('**/api/auth/token');
    await expect(page.getByRole('heading', { level: 1, name: '寄付の履歴' })).toBeVisible();
    await expect(page).toHaveURL(history);
  });
});

test.describe('what belongs to a person', () => {
  test.use({ expectedComplaints: [/status of 50[03]/] });

  for (const code of sampled([500, 503], { every: 2, salt: 'profile' })) {
    test(`is told with ${code} while their profile can't be read, and asked for again @rare-1`, async ({
      page,
      product,
    }) => {
      await signInAs(page, product, 'donor');
      const type = code === 503 ? 'ServiceUnavailable' : 'InternalError';
      await page.route('**/api/users/profile', (route) =>
        route.fulfill({ status: code, json: { type, message: 'ただいま混み合っています。' } }),
      );
      await page.goto('/mypage');
      await expect(status(page, code)).toBeVisible();
      await page.unroute('**/api/users/profile');
      await expect(page.getByRole('link', { name: 'プロフィールを編集' })).toBeVisible();
      await expect(page).toHaveURL('/mypage');
    });
  }

  const screens: [path: string, call: string, shown: (page: Page) => Locator][] = [
    [history, '**/api/users/applications*', (page) => page.getByRole('article').first()],
    [
      '/mypage/receipts',
      '**/api/users/receipts/possible',
      (page) => page.getByRole('article').first(),
    ],
    [
      '/mypage/account',
      '**/api/users/sessions',
      (page) => page.getByRole('region', { name: 'ログイン中' }).getByRole('listitem').first(),
    ],
  ];
  for (const [path, call, shown] of sampled(screens, { every: 3, salt: 'unreadable' })) {
    test(`on ${path} says what can't be read, and is read when asked again @rare-2`, async ({
      page,
      product,
    }) => {
      await signInAs(page, product, 'donor');
      const busy = { type: 'ServiceUnavailable', message: 'ただいま混み合っています。' };
      await page.route(call, (route) => route.fulfill({ status: 503, json: busy }));
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('alert').first()).toContainText('ただいま混み合っています。');
      await page.unroute(call);
      await main.getByRole('button', { name: 'もう一度読み込む' }).first().click();
      await expect(shown(page)).toBeVisible();
    });
  }
});

test('a sign-in that has ended leads to the login at the next call, and back', async ({
  page,
  product,
}) => {
  const email = await join(page);
  await page.goto('/mypage/account/tel');
  const tel = page.getByLabel(/^電話番号/);
  await tel.fill('090-8765-4321');
  const { token } = await (await page.request.get('/api/auth/token')).json();
  await withDatabase(product, async (db) => {
    await db.delete(authSessions).where(eq(authSessions.userId, await uidOf(db, email)));
  });
  // Every process knows within a second.
  const headers = { authorization: `Bearer ${token}` };
  await expect
    .poll(async () => (await page.request.get('/api/users/account', { headers })).status())
    .toBe(401);
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('banner').getByText('マイページ')).toHaveCount(0);
  await signIn(page, email, password);
  await expect(page).toHaveURL('/mypage/account/tel');
  await tel.fill('090-8765-4321');
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByRole('main').getByRole('status').first()).toContainText('変更しました');
});

test('a guard that nobody knows is told with its name, as an error of ours @rare-1', async ({
  page,
}) => {
  // No route names one, so the page's script is changed in transit.
  await page.route('**/assets/login-*.js', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/guard:[`"']visitor-only[`"']/, 'guard:"nobody"');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/terms');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'ログイン' }).click();
  await expect(status(page, 500)).toBeVisible();
  await expect(page.getByText('Unknown middleware nobody')).toBeVisible();
  await expect(back(page)).toBeVisible();
  // The file may have been requested twice, and still be loading.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a call that the role denies shows 403, signs out and leads to the login @rare-2', async ({
  page,
  product,
}) => {
  await signInAs(page, product, 'donor');
  await page.goto(history);
  const body = JSON.stringify({ type: 'Forbidden', message: '権限がありません。' });
  await page.route('**/api/users/applications*', (route) => route.fulfill({ status: 403, body }));
  await page.reload();
  await expect(status(page, 403)).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .not.toContain('tasuki.session');
  await page.getByRole('link', { name: 'ログイン画面へ' }).click();
  await expect(page.getByRole('button', { name: 'ログインする' })).toBeVisible();
  await expect(page).toHaveURL('/login');
});

test('reloading a page for signed-in people never passes by the login, however slow the answer @rare-3', async ({
  page,
  product,
}) => {
  await signInAs(page, product, 'donor');
  await page.goto(history);
  const passed: string[] = [];
  page.on('framenavigated', (frame) => passed.push(new URL(frame.url()).pathname));
  let answer = () => {};
  const isTime = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/auth/token', async (route) => {
    await isTime;
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/auth/token');
  await page.reload();
  await asked;
  await hydrated(page);
  await expect(page.getByRole('button', { name: 'ログインする' })).toHaveCount(0);
  answer();
  await expect(page.getByRole('banner').getByText('マイページ')).toBeVisible();
  expect(new Set(passed)).toEqual(new Set([history]));

  // They are redirected from pages for visitors.
  for (const path of ['/login', '/join']) {
    await page.goto(path);
    await expect(page).toHaveURL(history);
  }
});
