import { expect, test } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { readHeader } from '#kit/values/csv/csv-row.ts';
import { checkItems, type ItemRow, itemColumns, readItemRow } from './appraisal-item.ts';

const appraisalId = makeAppraisalId(Uint8Array.of(7, 15, 3, 19, 9, 23, 2));
const cells = {
  申込番号: appraisalId,
  品目: 'コート（ブランドA）',
  点数: '1',
  査定金額: '2,100',
  行き先: '再販売',
  理由: '',
};
/** Fields of a file without the optional columns. */
const noMore = {
  ...{ category: '', brand: '', feature: '', condition: '' },
  ...{ boxNumber: null, imageIds: [] },
};

const messages = (changes: Record<string, string>) => {
  const result = readItemRow({ ...cells, ...changes }, 4);
  return 'errors' in result ? result.errors.map(({ message }) => message) : [];
};

test('an item is read with its destination and reason', () => {
  expect(readItemRow({ ...cells, 理由: '毛玉あり' }, 4)).toEqual({
    ok: {
      row: 4,
      appraisalId,
      name: 'コート（ブランドA）',
      quantity: 1,
      amountYen: 2100,
      destination: '再販売',
      reason: '毛玉あり',
      ...noMore,
    },
  });
  expect(readHeader(Object.keys(cells), itemColumns)).toHaveProperty('ok');
});

test('an item may say its category, brand, feature, condition and box', () => {
  const more = { 分類: 'コート', ブランド: 'A社', 特徴: '紺', 状態: '良い', 箱: '２' };
  expect(readItemRow({ ...cells, ...more }, 4)).toMatchObject({
    ok: { category: 'コート', brand: 'A社', feature: '紺', condition: '良い', boxNumber: 2 },
  });
  expect(readItemRow({ ...cells, カテゴリ: '上着' }, 4)).toHaveProperty('ok.category', '上着');
});

test.each([
  ['ゲーム', 'games'],
  [' ｹﾞｰﾑ ', 'games'],
  ['ＣＤ・ｄｖｄ', 'discs'],
  ['金・貴金属', 'gold'],
  ['tops', 'tops'],
  ['おもちゃ', 'おもちゃ'],
  ['constructor', 'constructor'],
])('a file’s category %j is %j, as the table has it where it knows it', (written, category) => {
  expect(readItemRow({ ...cells, カテゴリ: written }, 4)).toHaveProperty('ok.category', category);
  expect(readItemRow({ ...cells, 分類: written }, 4)).toHaveProperty('ok.category', category);
});

test('an item needs a name, a number of pieces, an amount and a destination', () => {
  expect(messages({ 品目: '', 点数: '0', 査定金額: '千円', 行き先: ' ' })).toEqual([
    '4行目「品目」：入力してください',
    '4行目「査定金額」：数字で入力してください（入力値：千円）',
    '4行目「行き先」：入力してください',
    '4行目「点数」：1以上の数字で入力してください（入力値：0）',
  ]);
});

const item = (row: number, quantity: number, amountYen: number): ItemRow => ({
  ...{ row, quantity, amountYen, appraisalId },
  ...{ name: 'シャツ', destination: '再販売', reason: '' },
  ...noMore,
});
const items = [item(2, 1, 2100), item(3, 3, 1140), item(4, 1, 0)];

test('items add up to their result', () => {
  expect(checkItems(items, [{ appraisalId, itemCount: 5, appraisedYen: 3240 }])).toEqual([]);
  expect(checkItems([], [{ appraisalId, itemCount: 5, appraisedYen: 3240 }])).toEqual([]);
});

test('items that do not add up, or belong to no result, are reported at their first row', () => {
  const result = { appraisalId, itemCount: 4, appraisedYen: 3000 };
  expect(
    checkItems(items, [result]).map(({ row, column, message }) => [row, column, message]),
  ).toEqual([
    [
      2,
      '査定金額',
      '2行目「査定金額」：明細の合計が査定結果と一致しません（明細は3,240円、査定結果は3,000円）',
    ],
    [2, '点数', '2行目「点数」：明細の合計が査定結果と一致しません（明細は5点、査定結果は4点）'],
  ]);
  expect(checkItems(items, [])).toHaveLength(1);
  expect(checkItems(items, [])[0]?.message).toBe(
    `2行目「申込番号」：査定結果のファイルにありません（入力値：${appraisalId}）`,
  );
});
