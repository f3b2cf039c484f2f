import { expect, test } from 'vitest';
import { postingLabel } from '#money/books/posting-kind.ts';
import type { Journal, Software } from './journal.ts';
import { journalText } from './journal.ts';
import { JournalCodes, usualCodes } from './journal-codes.ts';
import { cutToWidth, journalLayouts } from './journal-files.ts';

const gift: Journal = {
  day: '2026-11-20',
  id: 'donation:d1',
  text: '寄付の成立（見本の会）',
  lines: [
    { code: 'proceeds', owner: '', amountYen: 1_000 },
    { code: 'bonus', owner: '', amountYen: 20 },
    { code: 'service-fee', owner: '見本の会', amountYen: -100 },
    { code: 'handling', owner: '見本の会', amountYen: -50 },
    { code: 'owed:associate', owner: '見本の会', amountYen: -870 },
  ],
};
const confirmed: Journal = {
  day: '2026-11-20',
  id: 'confirmed:r1',
  text: '送金の確認（見本の会）',
  lines: [
    { code: 'in-transit', owner: '見本の会', amountYen: 870 },
    { code: 'bank', owner: '', amountYen: -870 },
  ],
};
const codesOf = (software: Software) =>
  new Map(usualCodes(software).map((code) => [code.accountCode as string, code]));
const rows = (software: Software, journal: Journal) =>
  journalLayouts[software].rows(journal, codesOf(software), 7);

test('弥生: a journal of two lines is one row of 25 columns', () => {
  expect(rows('yayoi', confirmed)).toEqual([
    [
      ...['2000', '', '', '2026/11/20'],
      ...['未払金', '見本の会', '', '対象外', '870', ''],
      ...['普通預金', '', '', '対象外', '870', ''],
      ...['送金の確認（見本の会）', '', '', '0', '', 'confirmed:r1', '0', '0', 'no'],
    ],
  ]);
});

test('弥生: a journal of more lines is a slip that balances', () => {
  const written = rows('yayoi', gift);
  expect(written.map((row) => row.length)).toEqual([25, 25, 25]);
  expect(written.map(([flag]) => flag)).toEqual(['2110', '2100', '2101']);
  expect(written.map((row) => row[19])).toEqual(['3', '3', '3']);
  const sum = (column: number) => written.reduce((all, row) => all + Number(row[column]), 0);
  expect([sum(8), sum(14)]).toEqual([1_020, 1_020]);
  // 弥生 requires a tax code and an amount on a side without an account.
  expect(written[2]?.slice(4, 10)).toEqual(['', '', '', '対象外', '0', '']);
});

test('弥生: names and texts are as wide as its columns', () => {
  const long = { ...confirmed, text: '送金'.repeat(40), id: `confirmed:${'x'.repeat(200)}` };
  const [row] = rows('yayoi', long);
  expect([row?.[16], row?.[21]?.length]).toEqual(['送金'.repeat(16), 180]);
  expect(cutToWidth('アｱa亜', 4)).toBe('アｱa');
});

test('弥生: organisations whose names begin alike have sub accounts of their own', () => {
  const subOf = (owner: string) =>
    rows('yayoi', { ...confirmed, lines: [{ code: 'in-transit', owner, amountYen: 1 }] })[0]?.[5];
  const [one, other] = ['特定非営利活動法人日本あおぞらの会', '特定非営利活動法人日本あおばの会'];
  expect(subOf(one)).not.toBe(subOf(other));
  expect(subOf(one)).toBe(subOf(one));
  for (const name of [one, other]) {
    expect(cutToWidth(subOf(name) ?? '', 24)).toBe(subOf(name));
    expect(subOf(name)?.startsWith('特定非営利活動法人')).toBe(true);
  }
  expect(subOf('十二文字までの名前はそのま')).not.toBe('十二文字までの名前はそのま');
  expect(subOf('名前はそのまま')).toBe('名前はそのまま');
});

test('freee: rows of a journal have its day and number, and columns by name', () => {
  const { header } = journalLayouts.freee;
  const written = rows('freee', gift);
  expect(written.map((row) => row.length)).toEqual([16, 16, 16]);
  expect(header).toHaveLength(16);
  expect(written.map((row) => row.slice(0, 2))).toEqual(Array(3).fill(['2026/11/20', '7']));
  const named = Object.fromEntries((header ?? []).map((name, n) => [name, written[0]?.[n]]));
  expect(named).toMatchObject({ 借方勘定科目: '商品', 借方金額: '1000', 貸方取引先: '見本の会' });
});

test('マネーフォワード: 27 columns by name, and rows of a journal with one number and day', () => {
  const { header = [] } = journalLayouts.moneyforward;
  const written = rows('moneyforward', gift);
  expect([header.length, ...new Set(written.map((row) => row.length))]).toEqual([27, 27]);
  expect(written.map((row) => row.slice(0, 2))).toEqual(Array(3).fill(['7', '2026/11/20']));
  const named = written.map((row) => Object.fromEntries(header.map((name, n) => [name, row[n]])));
  expect(named[0]).toMatchObject({
    ...{ 借方勘定科目: '商品', 借方税区分: '対象外', '借方金額(円)': '1000', 借方税額: '' },
    ...{ 貸方勘定科目: '受取手数料', 貸方補助科目: '見本の会', 貸方取引先: '見本の会' },
    ...{
      摘要: '寄付の成立（見本の会）',
      仕訳メモ: 'donation:d1',
      MF仕訳タイプ: '',
      最終更新者: '',
    },
  });
  // The shorter side has neither account nor amount.
  expect(named[2]).toMatchObject({ 借方勘定科目: '', '借方金額(円)': '', '貸方金額(円)': '870' });
});

test('the general file has a row for each line', () => {
  const written = rows('general', gift);
  expect(written).toHaveLength(5);
  expect(written[4]).toEqual([
    ...['2026/11/20', 'donation:d1', 'owed:associate', '団体への未送金', '見本の会', '見本の会'],
    ...['対象外', '', '870', '寄付の成立（見本の会）'],
  ]);
});

test('a text says what, whose and why', () => {
  expect(postingLabel('sale-reversed:1')).toBe('売却の取り消し');
  expect(postingLabel('unheard')).toBe('そのほかの仕訳');
  expect(postingLabel('confirmed-2:1')).toBe('着金の確認');
  expect(journalText('送金', gift.lines, '改行\nあり')).toBe('送金：改行 あり（見本の会）');
});

test('a set of codes names each account once', () => {
  const codes = usualCodes('yayoi');
  expect(JournalCodes.safeParse({ codes }).success).toBe(true);
  expect(JournalCodes.safeParse({ codes: codes.slice(1) }).success).toBe(false);
  const [first = codes[0]] = codes;
  expect(JournalCodes.safeParse({ codes: [...codes.slice(1), first, first] }).success).toBe(false);
});
