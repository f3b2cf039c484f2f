import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { readHeader } from '#kit/values/csv/csv-row.ts';
import {
  appraisalOutcomes,
  readResultRow,
  repeatedNumbers,
  resultColumns,
} from './appraisal-result.ts';

const appraisalId = makeAppraisalId(Uint8Array.of(7, 15, 3, 19, 9, 23, 2));
const cells = {
  申込番号: appraisalId,
  受付日: '2026/11/10',
  査定完了日: '2026-11-14',
  点数: '12',
  買取点数: '9',
  査定金額: '3,000',
  加算額: '240',
  寄付金額: '¥3,240',
  寄付先団体ID: 'shiokaze',
  結果区分: '成立',
  備考: '',
};
const read = (changes: Record<string, string> = {}, row = 2) =>
  readResultRow({ ...cells, ...changes }, row);
const messages = (changes: Record<string, string>, row = 3) => {
  const result = read(changes, row);
  return 'errors' in result ? result.errors.map(({ message }) => message) : [];
};

test('a valid row is read completely', () => {
  expect(read()).toEqual({
    ok: {
      row: 2,
      appraisalId,
      receivedOn: '2026-11-10',
      appraisedOn: '2026-11-14',
      itemCount: 12,
      pricedCount: 9,
      appraisedYen: 3000,
      bonusYen: 240,
      donationYen: 3240,
      associateId: 'shiokaze',
      outcome: 'completed',
      note: '',
    },
  });
});

test('width, case, separators and one-digit days are accepted', () => {
  const typed = {
    申込番号: appraisalId.toLowerCase().replaceAll('-', ''),
    受付日: '2026/11/1',
    点数: '１２',
    査定金額: '３，０００円',
    寄付先団体ID: ' ＳＨＩＯＫＡＺＥ ',
  };
  expect(read(typed)).toMatchObject({
    ok: {
      appraisalId,
      receivedOn: '2026-11-01',
      itemCount: 12,
      appraisedYen: 3000,
      associateId: 'shiokaze',
    },
  });
});

test('an amount in words is refused with row, column and input', () => {
  expect(messages({ 査定金額: '千円' })).toEqual([
    '3行目「査定金額」：数字で入力してください（入力値：千円）',
  ]);
});

test.each([
  [{ 申込番号: 'TS-0000-0001' }, '申込番号」：番号が正しくありません（入力値：TS-0000-0001）'],
  [{ 申込番号: '' }, '申込番号」：入力してください'],
  [{ 受付日: '11/10' }, '受付日」：日付は2026/11/08のような形で入力してください（入力値：11/10）'],
  [{ 受付日: '2026/11/31' }, '受付日」：日付は2026/11/08のような形で入力してください'],
  [{ 査定完了日: '2026/11/09' }, '査定完了日」：受付日より前の日付です（入力値：2026/11/09）'],
  [
    { 受付日: '2016/12/31' },
    '受付日」：日付は2017年から2099年までの日を入力してください（入力値：2016/12/31）',
  ],
  [{ 査定完了日: '2100/01/01' }, '査定完了日」：日付は2017年から2099年までの日を入力してください'],
  [
    { 買取点数: '0' },
    '買取点数」：成立の行は、1以上の数字で入力してください（値のつかない箱は値付不可です）（入力値：0）',
  ],
  [{ 買取点数: '13' }, '買取点数」：点数より多くなっています（入力値：13）'],
  [{ 点数: '10000', 買取点数: '1' }, '点数」：9,999点以下で入力してください（入力値：10000）'],
  [{ 査定金額: '-100' }, '査定金額」：0以上の数字で入力してください（入力値：-100）'],
  [{ 査定金額: '1e99' }, '査定金額」：数字で入力してください（入力値：1e99）'],
  [{ 査定金額: 'NaN' }, '査定金額」：数字で入力してください（入力値：NaN）'],
  [{ 査定金額: '10,000,001' }, '査定金額」：10,000,000円以下で入力してください'],
  [{ 査定金額: '' }, '査定金額」：入力してください'],
  [
    { 寄付金額: '3,000' },
    '寄付金額」：査定金額と加算額の合計（3,240円）と一致しません（入力値：3,000）',
  ],
  [{ 寄付金額: '3,241' }, '寄付金額」：査定金額と加算額の合計（3,240円）と一致しません'],
  [{ 寄付先団体ID: '猫の家' }, '寄付先団体ID」：IDが正しくありません（入力値：猫の家）'],
  [
    { 結果区分: '完了' },
    '結果区分」：成立・値付不可・返送・廃棄・キャンセルのどれかを入力してください（入力値：完了）',
  ],
  [{ 備考: 'あ'.repeat(1501) }, '備考」：500文字以内で入力してください（いまは1,501文字）'],
])('%j is refused', (changes, message) => {
  const found = messages(changes as unknown as Record<string, string>);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`3行目「${message}`);
});

test('every error of a row is reported at once', () => {
  expect(messages({ 申込番号: '?', 点数: '多数', 寄付金額: '' })).toHaveLength(3);
  expect(readResultRow({}, 9)).toHaveProperty('errors.length', 5);
});

test('a row without a purchase has no amounts: blank, or 0', () => {
  const blank = { 買取点数: '', 査定金額: '', 加算額: '', 寄付金額: '' };
  for (const { label } of Object.values(appraisalOutcomes).slice(1)) {
    expect(read({ ...blank, 結果区分: label })).toHaveProperty('ok.donationYen', 0);
    expect(read({ ...blank, 査定金額: '0', 結果区分: label })).toHaveProperty('ok.pricedCount', 0);
    expect(messages({ ...blank, 査定金額: '500', 結果区分: label })).toEqual([
      '3行目「査定金額」：結果区分が成立でない行は、0か空欄にしてください（入力値：500）',
    ]);
  }
});

test('the largest amount and an appraisal on the day of arrival are accepted', () => {
  const largest = { 査定金額: '10,000,000', 加算額: '0', 寄付金額: '10,000,000' };
  expect(read(largest)).toHaveProperty('ok.donationYen', 10_000_000);
  expect(read({ 査定完了日: cells.受付日 })).toHaveProperty('ok.appraisedOn', '2026-11-10');
});

test('a completed row gives at least 1 yen, and a fund has no organisation', () => {
  const least = { 査定金額: '1', 加算額: '', 寄付金額: '1', 寄付先団体ID: '' };
  expect(read(least)).toMatchObject({ ok: { donationYen: 1, bonusYen: 0, associateId: '' } });
  expect(messages({ 査定金額: '0', 加算額: '', 寄付金額: '0' })).toEqual([
    '3行目「寄付金額」：成立の行は、1円以上で入力してください（値のつかない箱は値付不可です）（入力値：0）',
  ]);
});

test('an unknown column is ignored and named', () => {
  expect(readHeader([...Object.keys(cells), '担当者', '担当者'], resultColumns)).toMatchObject({
    ignored: ['担当者'],
  });
});

test('the suggested columns are accepted, those of a corrected download too', () => {
  const header = Object.keys(cells);
  expect(readHeader(header, resultColumns)).toEqual({ ok: header, ignored: [] });
  expect(readHeader([...header, 'エラー内容'], resultColumns)).toHaveProperty('ok');
  expect(readHeader(header.slice(1), resultColumns)).toHaveProperty('errors.length', 1);
});

test('a number that stands in two rows is an error of the later one', () => {
  const rows = [
    { row: 2, appraisalId },
    { row: 3, appraisalId: 'TS-0000-0000' },
    { row: 4, appraisalId },
    { row: 5, appraisalId },
  ];
  expect(repeatedNumbers(rows).map(({ message }) => message)).toEqual([
    `4行目「申込番号」：同じ番号が2行目にもあります（入力値：${appraisalId}）`,
    `5行目「申込番号」：同じ番号が2行目にもあります（入力値：${appraisalId}）`,
  ]);
  expect(repeatedNumbers(rows.slice(0, 2))).toEqual([]);
});

test('whatever the cells contain, a row is valid or its errors name their column', () => {
  const anyCell = fc.oneof(
    fc.constantFrom('', '0', '5', '12', '1,000', '-1', '2026/11/10', '成立', '返送', appraisalId),
    fc.string({ unit: 'binary', maxLength: 8 }),
  );
  const rows = fc.record(Object.fromEntries(Object.keys(cells).map((column) => [column, anyCell])));
  fc.assert(
    fc.property(rows, (row) => {
      const result = readResultRow({ ...cells, ...row }, 2);
      if ('errors' in result) {
        expect(result.errors.length).toBeGreaterThan(0);
        for (const { column, message } of result.errors) {
          expect(column in cells && message.startsWith(`2行目「${column}」：`)).toBe(true);
        }
        return;
      }
      const { appraisedYen, bonusYen, donationYen, itemCount, pricedCount, outcome } = result.ok;
      expect(donationYen).toBe(appraisedYen + bonusYen);
      expect(pricedCount).toBeLessThanOrEqual(itemCount);
      expect(result.ok.receivedOn <= result.ok.appraisedOn).toBe(true);
      if (outcome !== 'completed') expect(donationYen).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('as many pieces as came may be bought, and a box may be appraised on the day it came', () => {
  const cells = {
    申込番号: 'TS-0000-0000',
    受付日: '2026/11/08',
    査定完了日: '2026/11/08',
    点数: '3',
    買取点数: '3',
    査定金額: '1200',
    加算額: '0',
    寄付金額: '1200',
    寄付先団体ID: 'ao',
    結果区分: '成立',
  };
  expect(readResultRow(cells, 2)).toHaveProperty('ok');
  expect(readResultRow({ ...cells, 買取点数: '4' }, 2)).toMatchObject({
    errors: [{ column: '買取点数' }],
  });
  expect(readResultRow({ ...cells, 査定完了日: '2026/11/07' }, 2)).toMatchObject({
    errors: [{ column: '査定完了日' }],
  });
  // An unreadable cell is reported alone; no further errors are derived from it.
  for (const column of ['受付日', '査定完了日', '点数', '買取点数', '査定金額', '寄付金額']) {
    expect(readResultRow({ ...cells, [column]: 'x' }, 2)).toMatchObject({ errors: [{ column }] });
    expect(readResultRow({ ...cells, [column]: 'x' }, 2)).toHaveProperty('errors.length', 1);
  }
});
