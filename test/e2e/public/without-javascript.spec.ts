import type { Page } from '@playwright/test';
import type { Associate } from '#organisations/associates/associate.ts';
import { addressesOf, audienceOf, patterns } from '#test/e2e/addresses.ts';
import { expect, test } from '#test/e2e/fixtures.ts';

// Reading and searching need no script.

test.use({ javaScriptEnabled: false });

/** Input here is sent with a token: these pages say that they need scripts. */
const forSending = [
  '/appraisal',
  '/application-status',
  '/associate/:associateId',
  '/cancel',
  '/contact',
  '/join',
  '/listing',
  '/login',
  '/reset-password',
  // Its token is in the fragment, which only a script reads.
  '/trace',
  '/undo-email-change',
  '/unsubscribe',
  '/verify',
  '/verify-email',
  '/setup',
  '/invitation',
  '/thread',
];

/** Other links lead to organisations as well, such as those of a fund's pay-outs. */
const cards = (page: Page) => page.locator('main h3 > a[href^="/associate/"]');
const shownIds = (page: Page) =>
  cards(page).evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')?.split('/').at(-1) ?? ''),
  );

/** Ids that the API finds, in order. */
async function idsOf(page: Page, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await page.request.get(`/api/associates?${new URLSearchParams(query)}`);
  return ((await answer.json()) as Associate[]).map(({ id }) => id);
}

test('every public page can be read', async ({ page }) => {
  test.setTimeout(180_000);
  for (const pattern of patterns.filter((one) => audienceOf(one) === 'all')) {
    for (const path of await addressesOf(pattern, page)) {
      await test.step(path, async () => {
        const answer = await page.goto(path);
        expect(answer?.status(), path).toBe(200);
        await expect(page.locator('h1')).toBeVisible();
        const [text = ''] = await page.getByRole('main').allInnerTexts();
        expect(text.length, path).toBeGreaterThan(40);
        expect(text.includes('JavaScriptが必要です'), path).toBe(forSending.includes(pattern));
        await expect(page.locator('main .animate-shimmer').filter({ visible: true })).toHaveCount(
          0,
        );
      });
    }
  }
});

test('organisations are searched by word, challenge, place and order through a plain form @rare-2', async ({
  page,
}) => {
  await page.goto('/search');
  const form = page.getByRole('search', { name: '団体の検索' });
  const submit = async () => {
    await form.getByRole('button', { name: '探す' }).click();
    await page.waitForURL(/\?/);
  };

  await form.getByLabel('キーワード').fill('ﾈｺ');
  await submit();
  await expect(form.getByLabel('キーワード')).toHaveValue('ﾈｺ');
  const cats = await idsOf(page, { keyword: 'ねこ' });
  expect(cats.length).toBeGreaterThan(2);
  expect(await shownIds(page)).toEqual(cats);
  await expect(page.getByRole('status').first()).toContainText(`${cats.length}団体`);

  await page.goto('/search');
  await form.getByLabel('社会課題').selectOption('子ども');
  await form.getByLabel('並び順').selectOption('新しく加わった順');
  await form.getByLabel('寄付金控除の対象になる団体だけを見る').check();
  await submit();
  const children = await idsOf(page, {
    socialChallengeId: 'child',
    order: 'newAssociate',
    isDeductible: 'true',
  });
  expect(children.length).toBeGreaterThan(2);
  expect(await shownIds(page)).toEqual(children);
  await expect(form.getByLabel('社会課題')).toHaveValue('child');
  await expect(form.getByLabel('寄付金控除の対象になる団体だけを見る')).toBeChecked();

  const [{ locations } = { locations: [''] }] = (await (
    await page.request.get('/api/associates')
  ).json()) as Associate[];
  const prefecture = /^(京都府|.+?[都道府県])/.exec(locations[0] ?? '')?.[0] ?? '';
  await page.goto('/search');
  await form.getByLabel('都道府県').selectOption(prefecture);
  await submit();
  const near = await idsOf(page, { prefecture });
  expect(near.length).toBeGreaterThan(0);
  expect(await shownIds(page)).toEqual(near.slice(0, 24));

  await page.getByRole('banner').getByRole('searchbox').fill('見つからない言葉');
  await page.getByRole('banner').getByRole('searchbox').press('Enter');
  await expect(page.getByRole('main')).toContainText('条件に合う団体が見つかりませんでした');
  await page.getByRole('link', { name: '条件を外して見る' }).click();
  await expect(cards(page)).toHaveCount(24);
});

test('all organisations are reached page by page, each once, and the search is kept @rare-1', async ({
  page,
}) => {
  await page.goto('/search?order=cumulative');
  const seen = await shownIds(page);
  const next = page.getByRole('link', { name: '次のページ' });
  while ((await next.count()) > 0) {
    await next.click();
    await expect(page).toHaveURL(/\/search\/\d+\?order=cumulative$/);
    seen.push(...(await shownIds(page)));
  }
  expect(seen).toEqual(await idsOf(page, { order: 'cumulative' }));
});

test('a challenge is found from its tile, and searched within @rare-2', async ({ page }) => {
  await page.goto('/search/social-challenge');
  await page.getByRole('main').getByRole('link', { name: '動物' }).click();
  await expect(page).toHaveURL('/search/social-challenge/animal');
  const { will } = (
    (await (await page.request.get('/api/socialChallenges')).json()) as {
      id: string;
      will: string;
    }[]
  ).find(({ id }) => id === 'animal') ?? { will: '' };
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(will);
  await page.getByLabel('キーワード').fill('シェルター');
  await page.getByRole('main').getByRole('button', { name: '探す' }).click();
  await expect(page).toHaveURL(/\/search\/social-challenge\/animal\?/);
  expect(await shownIds(page)).toEqual(
    await idsOf(page, { socialChallengeId: 'animal', keyword: 'シェルター' }),
  );
});

test('answers and menus open, and the header leads to the search @rare-3', async ({ page }) => {
  await page.goto('/faq');
  const question = page.getByRole('main').locator('details').first();
  await question.locator('summary').click();
  await expect(question.locator('summary + div')).toBeVisible();
  await page.getByRole('banner').getByText('サービス').click();
  await page.getByRole('banner').getByRole('link', { name: '寄付の実績' }).click();
  await expect(page).toHaveURL('/achievements');
  await page.getByRole('banner').getByRole('link', { name: '寄付先を探す' }).click();
  await expect(page).toHaveURL('/search');
  // Controls without an effect are absent.
  await expect(page.getByRole('button', { name: '寄付する', exact: true })).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'メニューを開く' })).toBeHidden();
  await page.getByRole('link', { name: 'メニューへ移動' }).click();
  await expect(page.getByRole('navigation', { name: 'サイトのご案内' })).toBeInViewport();
});
