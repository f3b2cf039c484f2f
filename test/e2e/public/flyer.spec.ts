import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { withDatabase } from '#test/e2e/giving.ts';
import { expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { expectLegible, openPaper } from '#test/e2e/papers.ts';

const flyer = '/pdf/associate/sample-animal-1';

test('a flyer is one sheet of A4, without what belongs to the screen @rare-4', async ({ page }) => {
  await page.goto(flyer);
  await expect(page.getByRole('button', { name: '印刷する' })).toBeVisible();
  await expect(page.getByRole('img', { name: /QRコード$/ })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: '印刷する' })).toBeHidden();
  expect(await printed(page)).toEqual({ pages: 1, size: [842, 595] });
});

/** Number of printed pages, and the size of the first in points. */
async function printed(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  return {
    pages: pdf.match(/\/Type \/Page\b/g)?.length,
    size: [Math.round(Number(width)), Math.round(Number(height))],
  };
}

test('a printed flyer is legible, and says whom it is for, what arrives and where to apply @rare-2', async ({
  page,
}, info) => {
  const associate = await (await page.request.get('/api/associates/sample-animal-1')).json();
  await page.goto(flyer);
  await page.emulateMedia({ media: 'print' });
  const file = info.outputPath('flyer.pdf');
  await writeFile(file, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const sheet = await openPaper(file, 'flyer');
  // The fonts that a browser embeds claim 2.4 times the height of their letters. The cover's words begin at 8 mm.
  expectLegible(sheet, { letterShare: 0.5, marginMm: 7 });
  const text = sheet.text.replace(/\s/g, '');
  for (const said of [
    associate.name,
    associate.representative,
    arrivalWords(associate.terms),
    'お申し込みはこちら',
    '/associate/sample-animal-1',
  ]) {
    expect(text).toContain(said.replace(/\s/g, ''));
  }
});

test('a flyer is printed on each paper, all of it on one page @rare-2', async ({ page }) => {
  await page.goto(flyer);
  for (const [label, ...size] of [
    ['A3（ポスター）', 1191, 842],
    ['A5（手渡し用）', 595, 420],
    ['レター', 792, 612],
    ['リーガル', 1008, 612],
    ['A4', 842, 595],
  ] as const) {
    // The first time possibly before the page's scripts have loaded.
    await page.getByLabel('用紙').selectOption({ label });
    await expect(page.getByText(`${label}・横向きで印刷してください。`)).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    expect({ label, ...(await printed(page)) }).toEqual({ label, pages: 1, size });
    await page.emulateMedia({ media: 'screen' });
    await expectNoSidewaysScroll(page);
  }
});

test('a sheet of each size stands on its own paper, upright or lying, with its padding @rare-4', async ({
  page,
}) => {
  await page.goto(flyer);
  const sheet = page.locator('.sheet');
  for (const [paper, long, short] of [
    ['A3', 1191, 842],
    ['A4', 842, 595],
    ['A5', 595, 420],
    ['letter', 792, 612],
    ['legal', 1008, 612],
  ] as const) {
    for (const [way, size] of [
      ['landscape', [long, short]],
      ['portrait', [short, long]],
    ] as const) {
      await sheet.evaluate((element, name) => {
        element.setAttribute('class', `sheet ${name}`);
        element.replaceChildren('紙');
      }, `sheet-${paper}-${way}`);
      expect({ paper, way, ...(await printed(page)) }).toEqual({ paper, way, pages: 1, size });
    }
  }
  for (const mm of [10, 15, 20, 25]) {
    await sheet.evaluate((element, name) => {
      element.setAttribute('class', name);
    }, `sheet sheet-A4-portrait p-[${mm}mm]`);
    await page.emulateMedia({ media: 'print' });
    const padding = await sheet.evaluate((element) => getComputedStyle(element).paddingLeft);
    expect(Number.parseFloat(padding)).toBeCloseTo((mm / 25.4) * 96, 1);
  }
});

/** Elements that are cut off, overflow the sheet or overlap the next part. */
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
  const [before] = await withDatabase(product, (db) =>
    db.select().from(associates).where(eq(associates.id, id)),
  );
  const rename = (to: Partial<typeof associates.$inferInsert>) =>
    withDatabase(product, (db) => db.update(associates).set(to).where(eq(associates.id, id)));
  await rename({ name: long, representative: long, address: long });
  try {
    // A cached page is dropped as soon as its server is notified of the change.
    await expect(async () => {
      await page.goto(`/pdf/associate/${id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(long, { timeout: 500 });
    }).toPass();
    expect(await spilt(page)).toEqual([]);
  } finally {
    const { name = '', representative = '', address = '' } = before ?? {};
    await rename({ name, representative, address });
  }
  // Those with the longest names and texts in the sample.
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
