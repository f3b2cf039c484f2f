import { expect, test } from 'vitest';
import { carrierOf, findAnswerColumns } from './answer-columns.ts';

const row = (width: number, cells: Record<number, string>) =>
  Array.from({ length: width }, (_, index) => cells[index + 1] ?? '');

test('the carriers’ own files are known with and without a row of headings', () => {
  const b2 = { layout: 'b2cloud', box: 0, slip: 3 };
  expect(findAnswerColumns(row(95, { 1: 'お客様管理番号', 4: '伝票番号' }))).toMatchObject({
    ...b2,
    hasHeader: true,
  });
  expect(findAnswerColumns(row(95, { 1: 'TSABCDEFGH01', 4: '1234' }))).toMatchObject({
    ...b2,
    hasHeader: false,
  });
  const eHiden = { layout: 'e-hiden3', box: 9, slip: 61 };
  expect(
    findAnswerColumns(row(74, { 10: 'お客様管理番号', 62: 'お問い合せ送り状No.' })),
  ).toMatchObject({ ...eHiden, hasHeader: true });
  expect(findAnswerColumns(row(74, { 10: 'TSABCDEFGH01' }))).toMatchObject({
    ...eHiden,
    hasHeader: false,
  });
});

test('any other file is read by its headings, wherever they stand and however wide they are', () => {
  expect(findAnswerColumns(['状態', 'お問い合せ送り状Ｎｏ．', '運送会社', ' 申込番号'])).toEqual({
    layout: 'headings',
    hasHeader: true,
    box: 3,
    slip: 1,
    state: 0,
    carrier: 2,
  });
  expect(findAnswerColumns(['申込番号', 'お名前'])).toBeUndefined();
  expect(findAnswerColumns(['TS-1', '1234'])).toBeUndefined();
});

test('our own free layout comes back by its boxes, not by the application that has several', () => {
  const columns = ['申込番号', '箱のコード', 'お客様管理番号', '箱', '箱の数', '送り状番号'];
  expect(findAnswerColumns(columns)).toMatchObject({ box: 2, slip: 5 });
  expect(findAnswerColumns(['申込番号', '箱のコード', '送り状番号'])?.box).toBe(1);
  expect(findAnswerColumns(['お問い合わせ番号', 'お客様側管理番号'])?.box).toBe(1);
});

test('the carrier of a file or a row', () => {
  expect(carrierOf('headings', 'ヤマト運輸')).toBe('yamato');
  expect(carrierOf('headings', '日本郵便')).toBe('other');
  expect(carrierOf('headings', '')).toBeUndefined();
  expect(carrierOf('e-hiden3', '')).toBe('sagawa');
});
