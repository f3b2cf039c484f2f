import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { unpack } from '#kit/threads/packed.server.ts';
import type { BankColumns } from './bank-columns.ts';
import type { KeyedBankRow } from './match-answers.ts';
import { matchBankRows } from './match-bank-rows.server.ts';
import { readBankAnswer } from './read-bank-answer.server.ts';

const bytesOf = (text: string, encoding = 'cp932') => iconv.encode(text, encoding);
const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('');

async function read(content: Uint8Array, columns: BankColumns | null = null) {
  const answer = await readBankAnswer({ content, columns, today: '2026-11-30' });
  if ('problem' in answer || answer.columns === null) return { answer, rows: [], messages: [] };
  const rows = answer.rows.flatMap((part) => unpack<KeyedBankRow>(part));
  return { answer, rows, messages: answer.errors.map(({ message }) => message) };
}

/** Two movements, in any bank's format. */
const movements = [
  ['2026-11-25', -5_000],
  ['2026-11-26', 5_000],
];

describe('statements of many shapes say the same', () => {
  test.each<[string, string]>([
    [
      'withdrawals before deposits',
      lines(
        '年月日,お引出し,お預入れ,お取り扱い内容,残高',
        '2026/11/25,5000,,トクヒ）アオゾラ,95000',
        '2026/11/26,,5000,クミモドシ,100000',
      ),
    ],
    [
      'an era and sums in quotes',
      lines(
        '"年月日","お引出し","お預入れ","お取り扱い内容","残高"',
        '"R8.11.25","5,000","","ﾄｸﾋ)ｱｵｿﾞﾗ","95,000"',
        '"R8.11.26","","5,000","組戻","100,000"',
      ),
    ],
    [
      'an era in words',
      lines(
        '取引日,お支払金額,お預り金額,摘要',
        '令和8年11月25日,"¥5,000",,ﾄｸﾋ)ｱｵｿﾞﾗ',
        '令和8年11月26日,,"¥5,000",組戻',
      ),
    ],
    [
      'eight digits and zeros',
      lines(
        '取引日,摘要,支払金額,預り金額,残高',
        '20261125,振込,5000,0,95000',
        '20261126,組戻,0,5000,100000',
      ),
    ],
    [
      'records of several kinds, of which only those of kind 2 are movements',
      lines(
        '"1","2026/11/30","普通","0000001","タスキ"',
        '"レコード区分","取引日","お支払金額","お預り金額","摘要"',
        '"2","2026/11/25","5000","","振込"',
        '"2","2026/11/26","","5000","組戻"',
        '"8","2026/11/26","5000","5000","2"',
        '"9","","","",""',
      ),
    ],
    [
      'days with dots and sums with decimals, as a spreadsheet leaves them',
      lines('日付,出金,入金,摘要', '2026.11.25,5000.0,,振込', '="20261126",,"5,000.00",組戻'),
    ],
    [
      'dashes for nothing',
      lines('日付,出金,入金,摘要', '2026-11-25,5000,-,振込', '2026-11-26,―,5000,組戻'),
    ],
    [
      'names and periods above, sums below',
      lines(
        '入出金明細照会',
        '口座名義,タスキ',
        '',
        '期間,2026/11/01,2026/11/30',
        '勘定日,起算日,出金,入金,摘要',
        '2026/11/25,2026/11/25,5000,,振込',
        '2026/11/26,2026/11/26,,5000,組戻',
        '合計,,5000,5000,',
      ),
    ],
    [
      'a column for the day of writing',
      lines(
        '照会日,取引日,取引区分,出金金額,入金金額,残高,備考',
        '2026/11/30,2026/11/25,振込,5000,,95000,ｱｵｿﾞﾗ',
        '2026/11/30,2026/11/26,振込,,5000,100000,組戻',
      ),
    ],
    [
      'one sum with a sign',
      lines(
        '取引日,入出金(円),取引後残高(円),入出金内容',
        '20261125,-5000,95000,アオゾラ',
        '20261126,5000,100000,組戻',
      ),
    ],
    [
      'one sum with a triangle',
      lines('取引日,金額,摘要', '2026/11/25,"▲5,000",振込', '2026/11/26,"5,000",組戻'),
    ],
    [
      'one sum with words',
      lines(
        '取引日,入出金区分,金額,摘要',
        '2026/11/25,出金,5000,振込',
        '2026/11/26,入金,5000,組戻',
      ),
    ],
    [
      'one sum with digits',
      lines('勘定日,入払区分,取引金額,摘要', '2026/11/25,2,5000,振込', '2026/11/26,1,5000,組戻'),
    ],
    [
      'year, month and day apart',
      lines(
        '操作日(年),操作日(月),操作日(日),操作時刻(時),摘要,お支払金額,お預り金額,残高,メモ',
        '2026,11,25,10,振込,5000,,95000,',
        '2026,11,26,11,組戻,,5000,100000,',
      ),
    ],
    [
      'units in headings, deposits first',
      lines(
        '取引日,入出金明細ID,受入金額（円）,払出金額（円）,詳細１,詳細２,現在（貸付）高',
        '20261125,1,,5000,振込,ｱｵｿﾞﾗ,95000',
        '20261126,2,5000,,組戻,,100000',
      ),
    ],
    [
      'full width',
      lines(
        '日　付,出　金,入　金,摘　要',
        '２０２６／１１／２５,５０００,,振込',
        '２０２６／１１／２６,,５０００,組戻',
      ),
    ],
    [
      'points between, no end of the last line',
      lines(
        '日付,引落,ご入金,内容',
        '2026.11.25,5000円,,振込',
        '2026.11.26,,5000円,組戻',
      ).trimEnd(),
    ],
    [
      'lines that end as on other systems',
      lines('日付,出金,入金,摘要', '2026/11/25,5000,,振込', '2026/11/26,,5000,組戻').replaceAll(
        '\r\n',
        '\n',
      ),
    ],
    [
      'empty lines and cells behind',
      lines(
        '日付,出金,入金,摘要,,,',
        '',
        '2026/11/25,5000,,振込,,,',
        ',,,,,,',
        '2026/11/26,,5000,組戻',
      ),
    ],
    [
      'a balance carried over above',
      lines(
        '日付,摘要,出金,入金,残高',
        '2026/11/01,前月繰越,,,100000',
        '2026/11/25,振込,5000,,95000',
        '2026/11/26,組戻,,5000,100000',
      ),
    ],
    [
      'a comma and a line within a description',
      lines(
        '日付,出金,入金,摘要',
        '2026/11/25,5000,,"振込,\nｱｵｿﾞﾗ"',
        '2026/11/26,,5000,"組戻 ""済"""',
      ),
    ],
    [
      'a time behind the day',
      lines(
        'お取引日,お支払い,お預り,お取引内容',
        '2026/11/25 09:15:00,5000,,振込',
        '2026/11/26 10:00,,5000,組戻',
      ),
    ],
  ])('%s', async (_, text) => {
    for (const [encoding, content] of [
      ['Shift_JIS', bytesOf(text)],
      ['UTF-8', bytesOf(text, 'utf8')],
      ['UTF-8', bytesOf(`\ufeff${text}`, 'utf8')],
    ] as const) {
      const { answer, rows, messages } = await read(content);
      expect(messages).toEqual([]);
      expect(rows.map(({ day, amountYen }) => [day, amountYen])).toEqual(movements);
      expect(answer).toMatchObject({ encoding, rowCount: 2, errorCount: 0 });
    }
  });
});

test('a list of deposits is read with the names of those who sent', async () => {
  const { rows } = await read(
    bytesOf(
      lines(
        '勘定日,起算日,金額,うち他店券金額,振込依頼人名',
        '2026/11/26,2026/11/26,"5,000",0,ヤマダ',
      ),
    ),
  );
  expect(rows).toMatchObject([{ row: 2, amountYen: 5_000, descriptionKana: 'ﾔﾏﾀﾞ' }]);
});

test('a file that is read again has the same keys, so that its rows are known', async () => {
  const content = bytesOf(lines('日付,出金,入金,摘要', '2026/11/25,5000,,トクヒ）アオゾラ'));
  const transfer = {
    remittanceId: 'a',
    amountYen: 5_000,
    holder: 'ﾄｸﾋ)ｱｵｿﾞﾗ',
    sentOn: '2026-11-25',
    runId: 'run',
  };
  const matched = async (known: string[]) => {
    const { answer } = await read(content);
    const rows = 'rows' in answer ? answer.rows : [];
    const input = { rows, transfers: [transfer], settled: [], runs: [], known };
    const { matched, known: seen } = matchBankRows(input);
    return {
      seen,
      proposals: matched.flatMap((part) => unpack(part)).map(({ proposal }) => proposal),
    };
  };
  const [first] = (await read(content)).rows;
  expect(first?.key).toMatch(/^[0-9a-f]{64}$/);
  const proposals = [{ row: 2, kind: 'transfer', remittanceId: 'a' }];
  expect(await matched([])).toEqual({ seen: 0, proposals });
  expect(await matched([first?.key ?? ''])).toEqual({ seen: 1, proposals: [] });
});

test('wrong rows are told by row and heading, and the others are read', async () => {
  const { answer, rows, messages } = await read(
    bytesOf(
      lines(
        '表題',
        '日付,お支払金額,入金,摘要',
        '2026/02/30,1,,ｱ',
        '2026/11/25,千円,,ｱ',
        '2026/11/25,1,,ｱ',
      ),
    ),
  );
  expect(messages).toEqual([
    expect.stringMatching(/^3行目「日付」：日付として読み取れません.*2026\/02\/30/),
    expect.stringMatching(/^4行目「お支払金額」：金額として読み取れません.*千円/),
  ]);
  expect(rows).toMatchObject([{ row: 5, amountYen: -1 }]);
  expect(answer).toMatchObject({ errorCount: 2 });
});

test('a day that has not come is wrong', async () => {
  const { rows, messages } = await read(
    bytesOf(lines('日付,出金,入金,摘要', '2026/12/01,1,,ｱ', '2026/11/30,1,,ｱ')),
  );
  expect(messages).toEqual([expect.stringContaining('まだ来ていない日です')]);
  expect(rows).toMatchObject([{ row: 3 }]);
});

const plain = { date: 2, withdrawal: 0, deposit: 1, description: 3 };

describe('columns', () => {
  test('that cannot be guessed are asked for, with the first rows', async () => {
    const { answer } = await read(bytesOf(lines('5000,,20261125,ｱ', ',5000,20261126,ｲ')));
    expect(answer).toEqual({
      encoding: 'Shift_JIS',
      columns: null,
      firstRows: [
        ['5000', '', '20261125', 'ｱ'],
        ['', '5000', '20261126', 'ｲ'],
      ],
    });
  });

  test('that were chosen are used, without headings', async () => {
    const content = bytesOf(lines('5000,,20261125,ｱ', ',5000,20261126,ｲ'));
    const { rows } = await read(content, { ...plain, headerRow: null });
    expect(rows.map(({ row, day, amountYen }) => [row, day, amountYen])).toEqual([
      [1, ...(movements[0] ?? [])],
      [2, ...(movements[1] ?? [])],
    ]);
  });

  test('that were chosen stay when lines above come and go, and are refused when the headings change', async () => {
    const body = ['2026/11/25,5000,,ｱ', '2026/11/26,,5000,ｲ'];
    const { answer } = await read(bytesOf(lines('日付,出金,入金,摘要', ...body)));
    const columns = 'columns' in answer ? answer.columns : null;
    const moved = await read(bytesOf(lines('お知らせ', '日付,出金,入金,摘要', ...body)), columns);
    expect(moved.rows.map(({ day, amountYen }) => [day, amountYen])).toEqual(movements);
    const swapped = await read(bytesOf(lines('日付,入金,出金,摘要', ...body)), columns);
    expect(swapped.answer).toEqual({ problem: expect.stringContaining('見出しが') });
  });
});

test('remembered columns are taken for the same headings, and a file with others is guessed anew', async () => {
  const headings = ['記帳日', '払', '受', 'ことば'];
  const columns = { date: 0, withdrawal: 1, deposit: 2, description: 3, headerRow: 0, headings };
  const remembered = [columns];
  const of = (...all: string[]) =>
    readBankAnswer({
      content: bytesOf(lines(...all)),
      columns: null,
      remembered,
      today: '2026-11-30',
    });
  expect(await of('記帳日,払,受,ことば', '2026/11/25,5,,ｱ')).toMatchObject({
    columns,
    rowCount: 1,
  });
  expect(await of('日付,入金,出金,摘要', '2026/11/25,5,,ｱ')).toMatchObject({
    columns: { deposit: 1, withdrawal: 2 },
  });
  expect(await of('記帳日,受,払,ことば', '2026/11/25,5,,ｱ')).toMatchObject({ columns: null });
});

test('remembered columns without headings are taken where no heading says anything, and nowhere else', async () => {
  const bare = { ...plain, headerRow: null };
  const of = (...all: string[]) =>
    readBankAnswer({
      content: bytesOf(lines(...all)),
      columns: null,
      remembered: [bare],
      today: '2026-11-30',
    });
  expect(await of('5000,,20261125,ｱ')).toMatchObject({ columns: bare, rowCount: 1 });
  expect(await of('日付,出金,入金,摘要', '2026/11/25,5000,,ｱ')).toMatchObject({
    columns: { date: 0, withdrawal: 1, deposit: 2, headerRow: 0 },
  });
});

describe('a file is refused', () => {
  const header = '日付,出金,入金,摘要';
  const many = (count: number) => bytesOf(`${header}\n${'2026/11/25,1,,ｱ\n'.repeat(count)}`);

  test.each<[string, Uint8Array, string]>([
    ['empty', new Uint8Array(), '空です'],
    ['beyond 10 MB', new Uint8Array(10 * 1024 * 1024 + 1), '10MB'],
    ['beyond 50,000 rows', many(50_001), '50,000行'],
    ['UTF-16', bytesOf(`${header}\n`, 'utf16'), 'UTF-16'],
    ['with an open quote', bytesOf(`${header}\n2026/11/25,1,,"ｱ\n`), '引用符'],
    ['of another kind', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0]), '行目'],
  ])('%s', async (_, content, problem) => {
    const { answer } = await read(content);
    expect(answer).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('not at 50,000 rows', async () => {
    const { answer } = await read(many(50_000));
    expect(answer).toMatchObject({ rowCount: 50_000 });
  });
});
