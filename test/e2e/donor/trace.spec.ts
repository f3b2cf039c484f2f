import { formatYen } from '#kit/values/yen.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { useReportGifts, useReports } from '#organisations/use-reports/use-report-tables.server.ts';
import { expect, test } from '#test/e2e/fixtures.ts';
import { giveMany, withDatabase } from '#test/e2e/giving.ts';
import { join } from '#test/e2e/members.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';

test('@phone a donor follows a gift to the report of its use, and shares it without sums', async ({
  page,
  product,
  browser,
}) => {
  const [gift] = await giveMany(product, await join(page), 1);
  if (!gift) throw new Error('the gift is there');
  const { appraisalId, amountYen } = gift;
  const at = new Date();
  await withDatabase(product, async (db) => {
    const [associate] = await db.select({ id: associates.id }).from(associates).limit(1);
    const reportId = `report of ${appraisalId}`;
    await db.insert(goodsSales).values({
      ...{
        id: `sale of ${appraisalId}`,
        appraisalId,
        rowHash: appraisalId,
        postingId: appraisalId,
      },
      ...{ soldOn: '2026-11-20', amountYen: 1_234, isLast: true, place: 'ネット販売' },
      ...{ createdBy: 'operator', createdAt: at },
    });
    await db.insert(useReports).values({
      ...{ id: reportId, associateId: associate?.id ?? '', edition: 1, gifts: 1, publishedAt: at },
      ...{ title: '毛布を買いました', body: '寒い日に配りました。', yen: 300 },
      ...{ periodFrom: '2026-11-01', periodTo: '2026-11-15' },
    });
    await db.insert(useReportGifts).values({ reportId, appraisalId, yen: 300, at });
  });

  await page.goto(`/mypage/donation-history/${appraisalId}`);
  const way = page.getByRole('list', { name: '寄付のゆくえ' });
  await expect(way).toContainText(
    '2026/11/20までに、ネット販売で、ほかのお品物と合わせて売れました',
  );
  await expect(way).toContainText(`${formatYen(amountYen)}円`);
  await expect(way).toContainText('毛布を買いました');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const sharing = page.getByRole('region', { name: 'このゆくえを、ほかの方に見せる' });
  await sharing.getByRole('button', { name: '共有するリンクを作る' }).click();
  await expect(sharing).toContainText('金額を見せないリンク');
  const line = sharing.getByRole('link', { name: /^LINE/ });
  const url = new URL((await line.getAttribute('href')) ?? '').searchParams.get('url') ?? '';
  const { pathname, hash } = new URL(url);

  // Someone else, without an account.
  const stranger = await (await browser.newContext()).newPage();
  const shared = new URL(`${pathname}${hash}`, page.url()).href;
  await stranger.goto(shared);
  const seen = stranger.getByRole('main');
  await expect(seen.getByRole('list', { name: '寄付のゆくえ' })).toContainText('毛布を買いました');
  for (const hidden of [appraisalId, '髙橋', `${formatYen(amountYen)}円`]) {
    await expect(seen).not.toContainText(hidden);
  }
  await expectNoSidewaysScroll(stranger);
  await expectAccessible(stranger);

  await sharing.getByRole('button', { name: 'このリンクを止める' }).click();
  await expect(sharing).not.toContainText('金額を見せないリンク');
  await stranger.reload();
  await expect(stranger.getByText('表示できるものがありません')).toBeVisible();
  await stranger.context().close();
});
