import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvForPeople, csvForPrograms, readCell } from './csv-cell.ts';

const cellFor = (text: string) => parse(csvForPeople([[text, 'x']]))[0]?.[0];

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠x', '\t=1', '\r=1', '\n=1'])(
  '%j gets a leading quote mark',
  (text) => {
    expect(cellFor(text)).toBe(`'${text}`);
    expect(readCell(`'${text}`)).toBe(text);
  },
);

test.each([
  '',
  '3,240',
  'a=1',
  'TS-7F3K-9Q2M',
  '髙橋',
  '3240',
  '2026/11/08',
  '2026-11-08',
  '2026/11/08 10:05',
  '12.5',
  '050-1234-5678',
  '100-0001',
])('%j stays as it is', (text) => {
  expect(cellFor(text)).toBe(text);
});

test('rows end with CRLF, and cells are quoted where they need it', () => {
  expect(
    csvForPeople([
      ['申込番号', '備考'],
      ['a,b', 'say "hi"'],
      ['two\nlines', ' '],
    ]),
  ).toBe('申込番号,備考\r\n"a,b","say ""hi"""\r\n"two\nlines"," "\r\n');
  expect(csvForPeople([])).toBe('');
});

test('a reader gets back the guarded cells, none of which starts a formula', () => {
  const cells = fc.string({ unit: fc.constantFrom(...'=+-@＝\t\r\n",\'a猫 ') });
  const tables = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cells, { minLength: width, maxLength: width })));
  fc.assert(
    fc.property(tables, (rows) => {
      // A single empty cell makes an empty line, which readers skip.
      fc.pre(rows.every((row) => row.length > 1 || row[0] !== ''));
      const read: string[][] = parse(csvForPeople(rows), { record_delimiter: '\r\n' });
      expect(read).toEqual(rows.map((row) => row.map((cell) => cellFor(cell))));
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
    }),
  );
});

test('a number stays one, below nought as well', () => {
  expect(csvForPeople([[-850, 1_200, '-1', 0]])).toBe("-850,1200,'-1,0\r\n");
});

test.each([
  ...['09012345678', '0012', '319721648466', '1-2', '1/1', '1-2-3', '2026-11', '1/12/2026'],
  ...['1E5', '12e3', 'Mar-1', 'SEP2', '1-Jan', '(123)', '1 1/2', '１／１', '０９０'],
])('%s, which a spreadsheet would change, is kept as a text and read again', (text) => {
  expect(cellFor(text)).toBe(`="${text}"`);
  expect(readCell(`="${text}"`)).toBe(text);
});

test.each(['マーチ-1', 'MARCHE', '1番地', '1-2号室', '0円', 'TS-1000-000M', 'may be', '(株)青空'])(
  '%s is left alone',
  (text) => expect(cellFor(text)).toBe(text),
);

test('protected cells are read back unchanged, and none is a formula', () => {
  const cells = fc.string({ unit: fc.constantFrom(...'=+-@＝＠0129/:.E()\t",\'a猫 ') });
  fc.assert(
    fc.property(cells, (text) => {
      fc.pre(!/^(?:'[=+\-@＝＠\t]|="(?:[^"]|"")*"$)/.test(text));
      const cell = cellFor(text) ?? '';
      expect(readCell(cell)).toBe(text);
      // Only quoted digits, dates and single letters may begin with =.
      if (/^[=+\-@＝＋－＠\t\r\n]/.test(cell)) expect(cell).toMatch(/^="[\w０-９ ()./-]+"$/);
    }),
  );
});

test('files for programs have unprotected cells', () => {
  const cells = ['＠ホーム', '=1+1', '09012345678', '1-2', 'a"b'];
  expect(parse(csvForPrograms([cells]))).toEqual([cells]);
  expect(csvForPrograms([cells], { quotesAll: true })).toBe(
    '"＠ホーム","=1+1","09012345678","1-2","a""b"\r\n',
  );
});
