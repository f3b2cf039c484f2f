import { expect, test } from 'vitest';
import { LongTable } from '#kit/lists/long-table.tsx';
import { open } from '#test/stand-ins/page/open.tsx';

const table = (count: number) => (
  <LongTable
    caption="帳簿の月"
    most={12}
    noun="か月"
    rows={Array.from({ length: count }, (_, index) => index + 1)}
    rowKey={(row) => row}
    columns={[{ label: '月', cell: (row) => `${row}月目` }]}
  />
);

test('a long table begins with its first rows, and shows the others and hides them again', async () => {
  const page = open(table(15));
  expect(page.text).toContain('12月目');
  expect(page.text).not.toContain('13月目');
  await page.press('残りの3か月も表示');
  expect(page.text).toContain('15月目');
  await page.press('はじめの12か月だけを表示');
  expect(page.text).not.toContain('13月目');
});

test('a table that is not longer has no button', () => {
  const page = open(table(12));
  expect(page.text).toContain('12月目');
  expect(page.text).not.toContain('表示');
});
