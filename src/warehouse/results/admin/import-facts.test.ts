import { expect, test } from 'vitest';
import { refuse } from '#kit/errors/refusal.ts';
import type { ResultImport } from '#warehouse/results/result-import.ts';
import { errorLine, factsOf, faultyFiles, isReadable, verdictOf } from './import-facts.ts';
import { refusedImport } from './uploaded-files.ts';

const tried: ResultImport = {
  batchId: null,
  encoding: 'Shift_JIS',
  rows: 412,
  accepted: 409,
  rejected: 0,
  unchanged: 3,
  newDonations: 405,
  donationYen: 1_486_320,
  held: 2,
  onHoldYen: 25_600,
  outcomes: { completed: 407, unpriced: 2, returned: 0, discarded: 0, cancelled: 0 },
  errors: [],
  errorsTotal: 0,
  state: null,
  flagged: 0,
  ignoredColumns: [],
};
const mistake = {
  file: 'csv',
  row: 3,
  column: '査定金額',
  message: '3行目「査定金額」：…',
} as const;

test('a file is ready, faulty, or brings nothing new', () => {
  expect(verdictOf(tried)).toBe('ready');
  expect(verdictOf({ ...tried, errors: [mistake], errorsTotal: 1 })).toBe('faulty');
  expect(verdictOf({ ...tried, accepted: 0, unchanged: 412 })).toBe('nothing-new');
});

test('a file without rows or of an unknown encoding has no counts', () => {
  expect(isReadable(tried)).toBe(true);
  expect(isReadable({ ...tried, encoding: null })).toBe(false);
  expect(isReadable({ ...tried, rows: 0 })).toBe(false);
});

test('the counts leave out zeros', () => {
  expect(factsOf(tried)).toEqual([
    ['新しい寄付', '405件'],
    ['合計', '1,486,320円'],
    ['本人確認待ち', '2件（25,600円）'],
    ['値付不可', '2件'],
    ['取り込み済み', '3行'],
  ]);
});

test('mistakes of the second file say so', () => {
  expect(errorLine(mistake)).toBe('3行目「査定金額」：…');
  expect(errorLine({ ...mistake, file: 'items' })).toBe('明細の3行目「査定金額」：…');
  expect(faultyFiles([{ ...mistake, file: 'items' }, mistake])).toEqual(['csv', 'items']);
});

test('a refused import is read like a dry run, any other refusal is not', () => {
  const errors = [mistake];
  const { batchId, ...more } = { ...tried, errors, errorsTotal: 1 };
  const error = refuse('ValidationError', mistake.message, { batchId, ...more } as object);
  expect(refusedImport(error)).toEqual({ ...tried, errors, errorsTotal: 1 });
  expect(refusedImport(refuse('Conflict', 'ほかの操作と重なりました。'))).toBeUndefined();
  expect(refusedImport(new TypeError('Failed to fetch'))).toBeUndefined();
});
