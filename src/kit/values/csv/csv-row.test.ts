import { expect, test } from 'vitest';
import { csvError, csvRowReader, readHeader } from './csv-row.ts';

const columns = { required: ['申込番号', '寄付先団体ID'], optional: ['備考'] };

test('an error names its row, its column, the remedy and the input', () => {
  expect(csvError(3, '査定金額', '数字で入力してください', '千円')).toEqual({
    row: 3,
    column: '査定金額',
    message: '3行目「査定金額」：数字で入力してください（入力値：千円）',
  });
  expect(csvError(2, '申込番号', '入力してください').message).toBe(
    '2行目「申込番号」：入力してください',
  );
});

test('long input is cut in a message, never within a character', () => {
  const { message } = csvError(2, '備考', '長すぎます', '𠮷'.repeat(1000));
  expect(message).toBe(`2行目「備考」：長すぎます（入力値：${'𠮷'.repeat(40)}…）`);
  expect(csvError(2, '備考', '長すぎます', 'あ'.repeat(40)).message).toContain('あ）');
});

test('a header is read by position, whatever its order, width and spaces', () => {
  expect(readHeader(['備考', '寄付先団体ＩＤ ', '申込番号'], columns)).toEqual({
    ok: ['備考', '寄付先団体ID', '申込番号'],
    ignored: [],
  });
  expect(readHeader(['申込番号', '寄付先団体ID', '', ''], columns)).toEqual({
    ok: ['申込番号', '寄付先団体ID', '', ''],
    ignored: [],
  });
});

test('missing and repeated columns are reported as errors of row 1, others are ignored', () => {
  const result = readHeader(['申込番号', '金額', '備考', '備考'], columns);
  expect('errors' in result && result.errors).toEqual([
    { row: 1, column: '寄付先団体ID', message: '1行目「寄付先団体ID」：この列がありません' },
    { row: 1, column: '備考', message: '1行目「備考」：同じ列が2つあります' },
  ]);
  expect(readHeader([], columns)).toHaveProperty('errors.length', 2);
  const mine = ['申込番号', '担当者', '寄付先団体ID', '担当者', 'メモ', ''];
  expect(readHeader(mine, columns)).toEqual({ ok: mine, ignored: ['担当者', 'メモ'] });
});

test('readers give values, or undefined and one error', () => {
  const reader = csvRowReader({ a: ' １,２００円 ', b: '2026/1/5', c: ' 文 ', d: '' }, 7);
  expect(reader.yen('a')).toBe(1200);
  expect(reader.day('b')).toBe('2026-01-05');
  expect(reader.text('c', 5)).toBe('文');
  expect(reader.count('d', 0)).toBe(0);
  expect(reader.errors).toEqual([]);
  expect(reader.count('d')).toBeUndefined();
  expect(reader.text('missing', 5)).toBeUndefined();
  expect(reader.text('c', 0)).toBeUndefined();
  expect(reader.errors.map(({ message }) => message)).toEqual([
    '7行目「d」：入力してください',
    '7行目「missing」：入力してください',
    '7行目「c」：0文字以内で入力してください（いまは1文字）（入力値：文）',
  ]);
});

test('text that cannot be stored is refused', () => {
  for (const text of ['a\u0000b', '\uD800', 'も\uFFFDじ', 'a\u0007']) {
    const reader = csvRowReader({ 備考: text }, 2);
    expect(reader.text('備考', 10)).toBeUndefined();
    expect(reader.errors[0]?.message).toBe('2行目「備考」：使えない文字が含まれています');
  }
  expect(csvRowReader({ 備考: '一行目\n二行目' }, 2).text('備考', 10)).toBe('一行目\n二行目');
});

test('private letters (外字) are refused with what they are, as forms refuse them', () => {
  for (const text of ['\uE000田', '\u{F0000}', 'a\uFDD0']) {
    const reader = csvRowReader({ 備考: text }, 2);
    expect(reader.text('備考', 10)).toBeUndefined();
    expect(reader.errors[0]?.message).toContain('使えない文字');
  }
  const reader = csvRowReader({ 備考: '\uE000田' }, 2);
  reader.text('備考', 10);
  expect(reader.errors[0]?.message).toContain('外字');
});
