import { readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { expect, test } from '#test/e2e/fixtures.ts';
import { fillSender } from '#test/e2e/kit-sender.ts';
import { mailedPath, newEmail } from '#test/e2e/members.ts';
import { expectAccessible, expectJapanese, expectNoSidewaysScroll } from '#test/e2e/page-checks.ts';
import { openAs } from '#test/e2e/signed-in.ts';
import { applyBody } from '#test/factories/apply-body.ts';

// A donor's own carton, from the label printed at home to the pick-up.

test('@phone a carton gets its label at home and a day to be fetched, which the operator arranges and takes back @rare-3', async ({
  page,
  product,
  anotherPerson,
}) => {
  const email = newEmail('carton');
  const answer = await page.request.post('/api/appraisal/apply', {
    data: applyBody({
      kind: 'fund',
      application: { needsKit: false, deliverySlot: '' },
      applicant: { email },
    }),
  });
  const { appraisalId } = await answer.json();
  await page.goto(await mailedPath(product, email, 'application-status'));
  const labels = page.waitForEvent('download');
  await page.getByRole('button', { name: 'ラベルをダウンロードする' }).click();
  expect((await readFile(await (await labels).path())).subarray(0, 5).toString()).toBe('%PDF-');

  const section = page.getByRole('region', { name: /^箱の集荷/ });
  await section.getByRole('button', { name: '集荷の日を選ぶ' }).click();
  const wish = page.getByRole('dialog');
  await wish.getByLabel('集荷の希望日').selectOption({ index: 2 });
  const day = await wish.getByLabel('集荷の希望日').inputValue();
  await wish.getByLabel('午前中').check();
  await wish.getByLabel('2箱').check();
  await expectAccessible(page);
  await wish.getByRole('button', { name: 'この日に頼む' }).click();
  await expect(section).toContainText('午前中、2箱');
  await expect(section.getByRole('button', { name: '集荷を取り消す' })).toBeVisible();

  const operator = await anotherPerson();
  await openAs(operator, product, 'operator', '/admin/tracking/pickups');
  await fillSender(operator);
  await operator.goto('/admin/tracking/pickups');
  const row = operator.locator('tr, li').filter({ hasText: appraisalId });
  await expect(row).toContainText('これから');
  const writeFile = async () => {
    await operator.getByLabel('集荷の日').fill(day);
    const downloading = operator.waitForEvent('download');
    await operator.getByRole('button', { name: 'ダウンロード', exact: true }).click();
    return iconv.decode(await readFile(await (await downloading).path()), 'cp932');
  };
  const number = appraisalId.replaceAll('-', '');
  const file = await writeFile();
  for (const box of [`${number}01`, `${number}02`]) expect(file).toContain(box);
  await expect(operator.getByText('1件の集荷を書き出しました')).toBeVisible();
  await operator.getByRole('link', { name: '手配済み', exact: true }).click();
  await expectAccessible(operator);
  await expectJapanese(operator);
  await expectNoSidewaysScroll(operator);
  await mailedPath(product, email, 'application-status', '集荷を手配しました');

  // The carrier cannot come that day.
  await page.reload();
  await expect(section).toContainText('運送会社への手配が済んでいます');
  await expect(section.getByRole('button')).toHaveCount(0);
  await operator.getByRole('button', { name: `${appraisalId}の集荷の手配を取り消す` }).click();
  await expectAccessible(operator);
  await operator
    .getByRole('dialog')
    .getByRole('button', { name: '手配を取り消す', exact: true })
    .click();
  await expect(operator.getByText(`${appraisalId}の集荷を、手配の前に戻しました。`)).toBeVisible();
  await page.reload();
  await expect(section.getByRole('button', { name: '集荷の日を変える' })).toBeVisible();
});
