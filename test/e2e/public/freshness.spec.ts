import pg from 'pg';
import { expect, test } from '#test/e2e/fixtures.ts';
import { databaseUrlOf } from '#test/server-process.ts';

// A page is cached in memory, and yet a change by another process is visible within a second (topic
// versions, notified by the database and polled each second). The time is logged, not asserted: a
// busy machine is slower.

test('a change of an organisation shows on its pages, made by whomever', async ({
  page,
  product,
}) => {
  const path = '/associate/sample-animal-2';
  const pathsShowingIt = [
    path,
    `${path}/vision`,
    '/search/social-challenge/animal',
    '/api/associates',
  ];
  const elsewhere = new pg.Client(await databaseUrlOf(product.dataDir));
  await elsewhere.connect();
  try {
    const [before] = (
      await elsewhere.query<{ name: string }>('select name from associates where id = $1', [
        'sample-animal-2',
      ])
    ).rows;
    const text = async (url: string) => (await page.request.get(url)).text();
    for (const url of pathsShowingIt) expect(await text(url), url).toContain(before?.name);
    const name = '名前をあらためた会（サンプル）';
    await elsewhere.query('update associates set name = $1 where id = $2', [
      name,
      'sample-animal-2',
    ]);
    const changed = Date.now();
    await expect.poll(() => text(path), { intervals: [20] }).toContain(name);
    test
      .info()
      .annotations.push({ type: 'shown after', description: `${Date.now() - changed} ms` });
    for (const url of pathsShowingIt) {
      expect(await text(url), url).toContain(name);
      expect(await text(url), url).not.toContain(before?.name);
    }
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await elsewhere.query('update associates set name = $1 where id = $2', [
      before?.name,
      'sample-animal-2',
    ]);
    await expect.poll(() => text(path)).toContain(before?.name);
  } finally {
    await elsewhere.end();
  }
});
