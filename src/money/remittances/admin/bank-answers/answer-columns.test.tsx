import { expect, test, vi } from 'vitest';
import type { BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { AnswerColumns } from './answer-columns.tsx';
import { AmbiguousRows } from './tried-answer.tsx';

const sampleRows = [
  ['口座', '', '', '', ''],
  ['日付', '摘要', '出金', '入金', '残高'],
  ['2026/05/08', 'フリコミ', '12000', '', '88000'],
];
const columns = { date: 0, description: 1, withdrawal: 2, deposit: 3, headerRow: 1 };

function choosing(guessed: object | null = columns, message?: string) {
  const onChoose = vi.fn();
  const answer = { columns: guessed, sampleRows } as unknown as BankAnswerResult;
  const page = open(
    <AnswerColumns answer={answer} isPending={false} message={message} onChoose={onChoose} />,
  );
  return { page, onChoose };
}
const again = 'この列で読み直す';

test('what was guessed stands at its own choice, and over its own column', () => {
  const { page } = choosing();
  expect(page.values).toEqual({
    ...{ 日付の列: '0', 出金の列: '2', 入金の列: '3', 摘要の列: '1', 見出しの行: '1' },
  });
  expect(page.rows[0]).toEqual(['行', '1列め日付', '2列め摘要', '3列め出金', '4列め入金', '5列め']);
  expect(page.rows.slice(1).map(([row, first]) => [row, first])).toEqual([
    ['1', '口座'],
    ['2', '日付'],
    ['3', '2026/05/08'],
  ]);
});

test('each choice is sent as its own column, with the headings of the row that was chosen', async () => {
  const { page, onChoose } = choosing();
  await page.choose('日付の列', '2列め　摘要');
  await page.choose('出金の列', '4列め　入金');
  await page.choose('入金の列', '5列め　残高');
  await page.choose('摘要の列', '1列め　日付');
  await page.press(again);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({
    ...{ date: 1, withdrawal: 3, deposit: 4, description: 0, headerRow: 1 },
    headings: expect.arrayContaining(['日付', '摘要', '出金', '入金', '残高']),
  });
});

test('the row of the headings can be another one, or none', async () => {
  const { page, onChoose } = choosing();
  await page.choose('見出しの行', '1行め');
  expect(page.find('select', '日付の列').querySelector('option')?.textContent).toBe('1列め　口座');
  await page.press(again);
  expect(onChoose.mock.lastCall?.[0]).toMatchObject({ headerRow: 0 });
  await page.choose('見出しの行', '見出しなし');
  await page.press(again);
  expect(onChoose.mock.lastCall?.[0]).toEqual({
    ...{ date: 0, withdrawal: 2, deposit: 3, description: 1, headerRow: null },
  });
});

test.each([
  ['出金の列', 'withdrawal'],
  ['入金の列', 'deposit'],
])('a date is no amount: %s', async (label) => {
  const { page, onChoose } = choosing();
  await page.choose(label, '1列め　日付');
  await page.press(again);
  expect(onChoose).not.toHaveBeenCalled();
  expect(page.text).toContain('日付と金額は、別の列を選んでください。');
});

test('money out and in may stand in one column', async () => {
  const { page, onChoose } = choosing();
  await page.choose('入金の列', '3列め　出金');
  await page.press(again);
  expect(onChoose.mock.lastCall?.[0]).toMatchObject({ withdrawal: 2, deposit: 2 });
  expect(page.rows[0]?.[3]).toBe('3列め出金・入金');
});

test('what could not be guessed is asked for at once, and why it failed is said', () => {
  const { page } = choosing(null, '読み取れませんでした。');
  expect(page.text).toContain('列の読み取り方がわかりませんでした');
  expect(page.text).toContain('読み取れませんでした。');
  expect(page.all('details')).toEqual([]);
  expect(choosing().page.all('details')).toHaveLength(1);
});

const row = (number: number, more: object = {}) => ({
  ...{ row: number, day: '2026-05-08', amountYen: 12_000, description: 'フリコミ' },
  direction: 'withdrawal',
  candidates: [
    { remittanceId: 's1', targetName: '海の会' },
    { remittanceId: 's2', targetName: '山の会' },
  ],
  ...more,
});

test('a row that fits several has its own choice, and one taken elsewhere is none', async () => {
  const onChoose = vi.fn();
  const answer = {
    ambiguous: [row(3), row(4), row(5, { direction: 'deposit', amountYen: 9_000 })],
  } as unknown as BankAnswerResult;
  const page = open(<AmbiguousRows answer={answer} choices={{ 3: 's1' }} onChoose={onChoose} />);
  const options = page
    .all('select')
    .map((list) => [...list.querySelectorAll('option')].map((option) => option.textContent));
  expect(options).toEqual([
    ['まだ選ばない', '海の会への送金', '山の会への送金', 'どの送金でもない'],
    ['まだ選ばない', '山の会への送金', 'どの送金でもない'],
    ['まだ選ばない', '海の会への送金の組戻し', '山の会への送金の組戻し', 'どの送金でもない'],
  ]);
  expect(page.text).toContain('4行め2026/05/08出金 12,000円フリコミ');
  expect(page.text).toContain('5行め2026/05/08入金 9,000円フリコミ');
  await page.choose('4行め', '山の会への送金');
  await page.choose('4行め', 'どの送金でもない');
  await page.choose('3行め', 'まだ選ばない');
  expect(onChoose.mock.calls).toEqual([
    [4, 's2'],
    [4, null],
    [3, undefined],
  ]);
});
