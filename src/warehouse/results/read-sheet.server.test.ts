import { expect, test } from 'vitest';
import { cellsByColumn, maxRows, readSheet } from './read-sheet.server.ts';

const columns = { required: ['番号', '金額'], optional: ['備考'] };
const read = (text: string) => readSheet(text, columns);

test('a table is read by the names of its columns, rows counted as a spreadsheet does', async () => {
  const sheet = await read('備考,金額,番号,\n\n,,,\n"一\n行","1,200",A,\nx,0,B\n');
  expect(sheet).toMatchObject({ encoding: 'UTF-8', errors: [] });
  expect(sheet.rows.map((row) => row.row)).toEqual([4, 5]);
  expect(sheet.rows.map((row) => cellsByColumn(sheet.columns, row))).toEqual([
    { 備考: '一\n行', 金額: '1,200', 番号: 'A' },
    { 備考: 'x', 金額: '0', 番号: 'B' },
  ]);
});

test.each([
  ['an open quote', '番号,金額\nA,1\nB,"2\nC,3\n', 3, /引用符/],
  ['a quote inside a cell', '番号,金額\nA,1\nB,2"\nC,3\n', 3, /引用符/],
  ['a quote that closes too early', '番号,金額\nA,1\n"B"x,2\n', 3, /引用符/],
  ['a cell that a comma has split', '番号,金額\nA,1\nB,1,200,\n', 3, /見出しは2列、この行は4列/],
  ['no rows', '番号,金額\n', 2, /データの行がありません/],
  ['nothing', '', 1, /空です/],
])('%s is an error of its row', async (_what, text, row, message) => {
  const { errors } = await read(text);
  expect(errors).toEqual([{ row, column: '', message: expect.stringMatching(message) }]);
  expect(errors[0]?.message).toMatch(new RegExp(`^${row}行目：`));
});

test.each([
  ['\t', 'タブ'],
  [';', 'セミコロン（;）'],
  ['|', '縦線（|）'],
  ['、', '読点（、）'],
  ['，', '全角のカンマ（，）'],
])('columns that %j separates are told by that mark', async (mark, name) => {
  const { errors, rows } = await read(`番号${mark}金額${mark}備考\nA${mark}1${mark}\n`);
  expect(rows).toEqual([]);
  expect(errors).toEqual([
    {
      row: 1,
      column: '',
      message: `1行目：列が${name}で区切られています。カンマ区切りのCSVで保存し直してから、お試しください。`,
    },
  ]);
});

test('an open quote does not swallow a long file', async () => {
  const { rows, errors } = await read(`番号,金額\nA,1\n"B,2\n${'C,3\n'.repeat(90_000)}`);
  expect(rows).toHaveLength(1);
  expect(errors).toMatchObject([{ row: 3 }]);
});

test('columns that are missing or twice are errors of the header', async () => {
  const { errors, rows } = await read('番号,番号,きんがく\nA,B,1\n');
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [1, '金額'],
    [1, '番号'],
  ]);
  expect(rows).toEqual([]);
});

test('one row too many is an error, and nothing further is read', async () => {
  const { errors, rows } = await read(`番号,金額\n${'A,1\n'.repeat(maxRows + 5)}`);
  expect(rows).toHaveLength(maxRows);
  expect(errors).toMatchObject([{ row: maxRows + 2, message: expect.stringMatching('100,000行') }]);
});

test('cells that a program wrote as text for spreadsheets are read without what keeps them so', async () => {
  const expected = { required: ['番号', '備考'], optional: [] };
  const csv = [
    '番号,備考',
    '="319721648466","=""0012"""',
    '\'=1+1,"=""a,""""b"""',
    '="090",\'メモ',
  ].join('\r\n');
  const { rows, errors } = await readSheet(csv, expected);
  expect(errors).toEqual([]);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['319721648466', '0012'],
    ['=1+1', 'a,"b'],
    ['090', "'メモ"],
  ]);
});
