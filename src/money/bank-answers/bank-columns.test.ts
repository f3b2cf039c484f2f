import { describe, expect, test } from 'vitest';
import { BankColumns, findBankColumns } from './bank-columns.ts';
import { readBankRow } from './bank-row.ts';

const guess = (...rows: string[]) => {
  const found = findBankColumns(rows.map((row) => row.split(',')));
  if (!found) return undefined;
  const { headings: _, ...columns } = found;
  return columns;
};

describe('columns are guessed by headings', () => {
  test.each([
    ['年月日,お引出し,お預入れ,お取り扱い内容,残高', [0, 1, 2, 3, 4]],
    ['日付,内容,出金金額(円),入金金額(円),残高(円),メモ', [0, 2, 3, 1, 4]],
    ['お取り引き日,摘要,お預け入れ額,お引き出し額,差し引き残高', [0, 3, 2, 1, 4]],
    ['取引日,お支払い金額,お預かり金額,摘要,残高', [0, 1, 2, 3, 4]],
    ['取引日,受入金額（円）,払出金額（円）,詳細１,現在（貸付）高', [0, 2, 1, 3, 4]],
    ['起算日,勘定日,出金,入金,摘要,残高', [1, 2, 3, 4, 5]],
    ['取引日,取引名,出金額,入金額,残高', [0, 2, 3, 1, 4]],
    ['お取引日,支払い金額,預入金額,備考,お預り残高', [0, 1, 2, 3, 4]],
    [' 日 付 ,引落,ご入金,取引内容,口座残高', [0, 1, 2, 3, 4]],
    ['取引日,入出金(円),取引後残高(円),入出金内容', [0, 1, 1, 3, 2]],
    ['勘定日,金額,振込依頼人名', [0, 1, 1, 2, undefined]],
    ['取引日,出金額,入金額,残高,入出金先内容', [0, 1, 2, 4, 3]],
    ['取引日,入出金(円),残高(円),入出金先内容', [0, 1, 1, 3, 2]],
    ['入金日,入金金額,振込人名', [0, 1, 1, 2, undefined]],
  ])('%s', (headings, [date, withdrawal, deposit, description, balance]) => {
    expect(guess(headings)).toMatchObject({
      ...{ date, withdrawal, deposit, description, headerRow: 0 },
      ...(balance !== undefined && { balance }),
    });
  });

  test('one sum with a direction', () => {
    expect(guess('取引日,入出金区分,金額,摘要')).toMatchObject({
      withdrawal: 2,
      deposit: 2,
      direction: 1,
    });
  });

  test('year, month and day apart', () => {
    expect(guess('操作日(年),操作日(月),操作日(日),摘要,お支払金額,お預り金額')).toMatchObject({
      date: 0,
      monthAndDay: [1, 2],
    });
    expect(guess('摘要,年,月,日,出金,入金')).toMatchObject({ date: 1, monthAndDay: [2, 3] });
  });

  test('in the first twenty rows, and no later', () => {
    const above = (count: number) => Array<string>(count).fill('口座名義,タスキ');
    const headings = '日付,出金,入金,摘要';
    expect(guess(...above(19), headings)).toMatchObject({ headerRow: 19 });
    expect(guess(...above(20), headings)).toBeUndefined();
  });

  test('several descriptions are read together, at most four', () => {
    expect(guess('日付,出金,入金,摘要,取引内容,備考,メモ,詳細')).toMatchObject({
      description: 3,
      moreDescriptions: [4, 7, 5],
    });
  });

  test.each([
    '',
    '日付,摘要,残高',
    '出金,入金,摘要',
    '日付,出金,摘要',
    '日付,出金,入金',
    '2026/11/25,1,2,ｱ',
  ])('and not at all by %s', (headings) => {
    expect(guess(headings)).toBeUndefined();
  });

  test('what is guessed is what may be stored', () => {
    const found = findBankColumns([['日付', '出金', '入金', '摘要', 'メモ', '残高']]);
    expect(BankColumns.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
  });
});

test.each([
  { date: 1 },
  { withdrawal: -1 },
  { deposit: 100 },
  { description: 0.5 },
  { direction: 4 },
  { surprise: 1 },
])('chosen columns with %o are refused', (changes) => {
  const columns = { date: 0, withdrawal: 1, deposit: 2, description: 3, headerRow: null };
  expect(BankColumns.safeParse(columns).success).toBe(true);
  expect(BankColumns.safeParse({ ...columns, ...changes }).success).toBe(false);
});

const columns = { date: 0, withdrawal: 1, deposit: 2, description: 3, headerRow: null };
const read = (cells: string, changes: Partial<BankColumns> = {}) => {
  const result = readBankRow(cells.split('|'), 3, { ...columns, ...changes });
  if (!result) return 'skipped';
  return 'read' in result ? result.read : result.errors.map(({ message }) => message).join('\n');
};

describe('a row', () => {
  test.each([
    '2026/11/8',
    '2026-11-08',
    '20261108',
    '2026.11.08',
    '2026年11月8日',
    '令和8年11月8日',
    'R8.11.8',
    '２０２６／１１／０８',
    '2026/11/08 12:34',
    '46334',
  ])('has its day as %s', (day) => {
    expect(read(`${day}|1||ｱ`)).toMatchObject({ day: '2026-11-08' });
  });

  test.each(['26/11/08', '081108', '11/08', '2026/02/30', '20260230', '', '8.11.8'])(
    'is refused with the day %j',
    (day) => {
      expect(read(`${day}|1||ｱ`)).toContain('3行目「日付」：日付として読み取れません');
    },
  );

  test.each([
    ['1,234', -1_234],
    ['¥1,234', -1_234],
    ['１２３４円', -1_234],
    ['"1234"'.slice(1, -1), -1_234],
    ['+1234', -1_234],
  ])('has its withdrawal as %s', (sum, amountYen) => {
    expect(read(`2026/11/08|${sum}||ｱ`)).toMatchObject({ amountYen });
    expect(read(`2026/11/08|0|${sum}|ｱ`)).toMatchObject({ amountYen: -amountYen });
  });

  test.each(['12.5', '1,23', 'abc', '千円', '1e3', '99999999999999999'])(
    'is refused with the sum %s',
    (sum) => {
      expect(read(`2026/11/08|${sum}||ｱ`)).toMatch(/^3行目「出金」：金額として読み取れません/);
      expect(read(`2026/11/08||${sum}|ｱ`)).toMatch(/^3行目「入金」：/);
    },
  );

  test.each(['-5', '▲5', '△5', '−5', '－５'])(
    'with %s in two columns is refused, in one is paid out',
    (sum) => {
      expect(read(`2026/11/08|${sum}||ｱ`)).toContain('「出金」：金額がマイナス');
      expect(read(`2026/11/08||${sum}|ｱ`)).toContain('「入金」：金額がマイナス');
      expect(read(`2026/11/08|${sum}||ｱ`, { deposit: 1 })).toMatchObject({ amountYen: -5 });
    },
  );

  test('with sums in both columns is refused', () => {
    expect(read('2026/11/08|1|2|ｱ')).toContain('両方に金額');
  });

  test.each([
    ['入金', 5],
    ['1', 5],
    ['お預入れ', 5],
    ['出金', -5],
    ['2', -5],
    ['お引出し', -5],
    ['支払', -5],
  ])('with the direction %s is %d', (direction, amountYen) => {
    expect(read(`2026/11/08|5|${direction}|ｱ`, { deposit: 1, direction: 2 })).toMatchObject({
      amountYen,
    });
  });

  test('with an unknown direction, or a sign besides, is refused', () => {
    expect(read('2026/11/08|5|振替|ｱ', { deposit: 1, direction: 2 })).toContain('「入出金区分」');
    // A cancelled deposit does not count as a deposit.
    expect(read('2026/11/08|5|入金取消|ｱ', { deposit: 1, direction: 2 })).toContain(
      '「入出金区分」',
    );
    expect(read('2026/11/08|-5|出金|ｱ', { deposit: 1, direction: 2 })).toContain('「金額」');
  });

  test.each([
    '|||前月繰越',
    '2026/11/08|||繰越',
    '2026/11/08|0|0|ｱ',
    '2026/11/08|-|―|ｱ',
    '合計|5|6|',
    '|5|6|合計',
  ])('that moves no money is left out: %s', (cells) => {
    expect(read(cells)).toBe('skipped');
  });

  test('names the heading that the file has', () => {
    expect(read('2026/11/08|x||ｱ', { headings: ['日付', 'お支払金額', '', ''] })).toBe(
      '3行目「お支払金額」：金額として読み取れません。円単位の数字で書いてください（入力値：x）。',
    );
  });

  test('has its descriptions together, in the letters of a transfer as well', () => {
    expect(read('2026/11/08|5||振込　|トクヒ）アオゾラ', { moreDescriptions: [4] })).toMatchObject({
      description: '振込 トクヒ）アオゾラ',
      descriptionKana: '振込 ﾄｸﾋ)ｱｵｿﾞﾗ',
    });
    expect(read(`2026/11/08|5||ｱ${'😀'.repeat(400)}`)).toMatchObject({
      description: expect.stringMatching(/^ｱ(😀){299}$/u),
    });
  });
});
