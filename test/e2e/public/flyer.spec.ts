import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { associates } from '#server/db/schema/associates.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { behindItsBack } from '#test/e2e/giving.ts';

const flyer = '/pdf/associate/sample-animal-1';

test('a flyer is one sheet of A4, without what belongs to the screen @rare-4', async ({ page }) => {
  await page.goto(flyer);
  await expect(page.getByRole('button', { name: '印刷する' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QRコード$/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: '印刷する' })).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595]);
});

/** What of the sheet is cut off, runs over its edge or into the part below it. */
const spilt = (page: Page) =>
  page.locator('.sheet').evaluate((sheet) => {
    const edge = sheet.getBoundingClientRect();
    const column = sheet.querySelector('h1')?.parentElement;
    const parts = [...(column?.children ?? [])];
    const isOver = (element: Element) => {
      const { bottom, right } = element.getBoundingClientRect();
      const isHidden = getComputedStyle(element).overflow !== 'visible';
      const isCut =
        element.scrollHeight > element.clientHeight + 1 ||
        element.scrollWidth > element.clientWidth + 1;
      return bottom > edge.bottom - 30 || right > edge.right - 30 || (isHidden && isCut);
    };
    const below = parts.filter((part, index) => {
      const next = parts[index + 1]?.getBoundingClientRect().top ?? edge.bottom;
      return [...part.children].some((child) => child.getBoundingClientRect().bottom > next + 1);
    });
    const all = [...(column?.querySelectorAll('*:not(svg, svg *)') ?? [])];
    return [...all.filter(isOver), ...below].map(({ textContent }) => textContent);
  });

test('a flyer shows all of its organisation, the longest names and texts too @rare-2', async ({
  page,
  product,
}) => {
  const id = 'sample-others-1';
  const long = 'とても長い名前の団体'.repeat(10);
  const [before] = await behindItsBack(product, (db) =>
    db.select().from(associates).where(eq(associates.id, id)),
  );
  const rename = (to: Partial<typeof associates.$inferInsert>) =>
    behindItsBack(product, (db) => db.update(associates).set(to).where(eq(associates.id, id)));
  await rename({ name: long, representative: long, address: long });
  try {
    // A page that was rendered before is dropped as soon as its server hears of the change.
    await expect(async () => {
      await page.goto(`/pdf/associate/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(long, { timeout: 500 });
    }).toPass();
    expect(await spilt(page)).toEqual([]);
  } finally {
    const { name = '', representative = '', address = '' } = before ?? {};
    await rename({ name, representative, address });
  }
  // Those of the sample with the longest names and the most text.
  for (const longest of ['disaster-1', 'local-industry-1', 'child-7', 'animal-6', 'health-4']) {
    await page.goto(`/pdf/associate/sample-${longest}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('（サンプル）');
    expect(await spilt(page)).toEqual([]);
  }
});

test('@phone a flyer fits a phone, though it is paper @rare-3', async ({ page }) => {
  await page.goto(flyer);
  const excess = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await excess()).toBeLessThanOrEqual(0);
});

test('without an organisation one gets to the search @rare-4', async ({ page }) => {
  for (const path of ['/pdf/associate', '/associate']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/search$/);
  }
});

test('an organisation’s page works out what a gift saves @rare-1', async ({ page }) => {
  await page.goto('/associate/sample-animal-1');
  await page.getByText('いくら軽くなるか計算する').click();
  await page.getByLabel('一年間の寄付の合計').fill('30,000');
  await page.getByLabel('所得金額').fill('4000000');
  await page.getByLabel('所得控除の額の合計').fill('1000000');
  await page.getByRole('button', { name: '計算する' }).click();
  // (30,000 − 2,000) × 40 %
  await expect(page.getByText('11,200円').first()).toBeVisible();
});
