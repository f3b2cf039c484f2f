import { expect, test } from '#test/e2e/fixtures.ts';
import { hydrated } from '#test/e2e/page-checks.ts';

test('what is typed and chosen stays, however slow the answers are, and all of it counts', async ({
  page,
}) => {
  const { promise: isFast, resolve: becomeFast } = Promise.withResolvers<void>();
  await page.goto('/search');
  const found = page.getByRole('status').filter({ hasText: '団体が見つかりました' });
  const all = await found.textContent();
  for (const answers of ['**/search.data**', '**/api/associates']) {
    await page.route(answers, async (route) => {
      await isFast;
      await route.continue();
    });
  }
  const keyword = page.getByRole('main').getByLabel('キーワード');
  const deductible = page.getByLabel(/寄付金控除の対象/);
  const order = page.getByLabel('並び順');
  await keyword.pressSequentially('ねこ');
  await deductible.check();
  await order.selectOption('累計の寄付が多い順');
  await expect(keyword).toHaveValue('ねこ');
  await expect(deductible).toBeChecked();

  becomeFast();
  await expect(page).toHaveURL(/keyword=.+&order=cumulative&isDeductible=true/);
  await expect(found).not.toHaveText(all ?? '');
  await expect(keyword).toHaveValue('ねこ');
  await expect(deductible).toBeChecked();

  // A search from elsewhere has its own keyword.
  await page.getByRole('banner').getByRole('searchbox').fill('いぬ');
  await page.getByRole('banner').getByRole('searchbox').press('Enter');
  await expect(keyword).toHaveValue('いぬ');
  await expect(deductible).not.toBeChecked();
  await page.goBack();
  await expect(keyword).toHaveValue('ねこ');
  await expect(deductible).toBeChecked();
});

test('what is typed and chosen before the scripts have come counts once they are there @rare-3', async ({
  page,
}) => {
  const { promise: isFast, resolve: becomeFast } = Promise.withResolvers<void>();
  await page.route('**/assets/entry.client*', async (route) => {
    await isFast;
    await route.continue();
  });
  await page.goto('/search', { waitUntil: 'commit' });
  const keyword = page.getByRole('main').getByLabel('キーワード');
  await keyword.fill('ねこ');
  await page.getByLabel('都道府県').selectOption('東京都');
  await page.getByLabel(/寄付金控除の対象/).check();

  // A person who is already in the form searches without requests, like one who enters it now.
  const directory = page.waitForResponse((response) => response.url().endsWith('/api/associates'));
  becomeFast();
  await directory;
  await expect(page).toHaveURL(/keyword=.+&isDeductible=true&prefecture=/);
  await expect(keyword).toHaveValue('ねこ');
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
  await expect(page.getByLabel(/寄付金控除の対象/)).toBeChecked();
});

test('what is chosen in the very moment in which the scripts take over counts, all of it @rare-4', async ({
  page,
}) => {
  // One choice per idle task, from the first in which React listens.
  await page.addInitScript(() => {
    const choices: [name: string, choose: (field: HTMLInputElement) => void][] = [
      ['prefecture', (field) => choose(field, '東京都')],
      ['order', (field) => choose(field, 'cumulative')],
      ['isDeductible', (field) => field.click()],
    ];
    function choose(field: HTMLInputElement, value: string) {
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      const form = document.querySelector<HTMLFormElement>('main form[role=search]');
      const keyword = form?.querySelector<HTMLInputElement>('[name=keyword]');
      if (form && keyword) {
        const isAlive = Object.keys(form).some((key) => key.startsWith('__reactProps'));
        if (!isAlive) keyword.value = 'ねこ';
        else {
          const [name, act] = choices.shift() ?? [];
          const field = form.querySelector<HTMLInputElement>(`[name=${name}]`);
          if (field) act?.(field);
        }
      }
      if (choices.length > 0) port2.postMessage(0);
    };
    port2.postMessage(0);
  });
  await page.goto('/search');
  await expect(page).toHaveURL(/keyword=.+&order=cumulative&isDeductible=true&prefecture=/);
  await expect(page.getByRole('main').getByLabel('キーワード')).toHaveValue('ねこ');
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
  await expect(page.getByLabel('並び順')).toHaveValue('cumulative');
  await expect(page.getByLabel(/寄付金控除の対象/)).toBeChecked();
});

test('on a phone a search ends at what was found, without the keyboard, whoever asked @rare-1', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/search');
  await hydrated(page);
  const keyword = page.getByRole('main').getByLabel('キーワード');
  const found = page.getByRole('status').filter({ hasText: '団体が見つかりました' });
  const first = page.locator('main a[href^="/associate/"]').first();
  const isCovered = (select: Element) => {
    const { left, top, width, height } = select.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) !== select;
  };
  expect(await page.getByLabel('並び順').evaluate(isCovered)).toBe(false);
  await keyword.fill('しょうがい');
  await keyword.press('Enter');
  await expect(keyword).not.toBeFocused();
  await expect(found).toBeInViewport({ ratio: 1 });
  await expect(first).toBeInViewport({ ratio: 1 });

  await page.goto('/faq');
  await hydrated(page);
  await page.getByRole('banner').locator('summary', { hasText: '団体を検索' }).click();
  const box = page.getByRole('banner').getByRole('searchbox');
  await box.fill('子供');
  await box.press('Enter');
  await expect(page).toHaveURL(/search\?keyword=/);
  await expect(found).toBeInViewport({ ratio: 1 });
  await expect(first).toBeInViewport({ ratio: 1 });
  // The field is collapsed, and with it the keyboard.
  await expect(box).toBeHidden();
});

test('with the directory in the browser a search asks the server for nothing, and is in the URL of whoever comes back', async ({
  page,
}) => {
  await page.goto('/search');
  await hydrated(page);
  const keyword = page.getByRole('main').getByLabel('キーワード');
  const found = page.getByRole('status').filter({ hasText: '団体が見つかりました' });
  const all = (await found.textContent()) ?? '';
  const directory = page.waitForResponse((response) => response.url().endsWith('/api/associates'));
  await keyword.focus();
  await (await directory).finished();
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\.data|\/api\//.test(request.url())) asked.push(request.url());
  });
  await keyword.pressSequentially('ね');
  await expect(found).not.toHaveText(all);
  await expect(page).toHaveURL(/keyword=%E3%81%AD$/);

  // The URL follows after the next frame: here a click comes before it.
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  const some = (await found.textContent()) ?? '';
  await page.keyboard.insertText('こ');
  await expect(found).not.toHaveText(some);
  await expect(page).toHaveURL(/keyword=%E3%81%AD$/);
  expect(asked).toEqual([]);
  const card = await page.locator('main a[href^="/associate/"]').first().boundingBox();
  await page.mouse.click((card?.x ?? 0) + 5, (card?.y ?? 0) + 5);
  await expect(page).toHaveURL(/\/associate\//);
  await page.goBack();
  await expect(page).toHaveURL(/keyword=%E3%81%AD%E3%81%93$/);
  await expect(keyword).toHaveValue('ねこ');
});
