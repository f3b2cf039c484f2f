import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardCell, toCsv } from './csv-cell.ts';

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠x', '\t=1', '\r=1', '\n=1'])(
  '%j gets a leading quote mark',
  (text) => {
    expect(guardCell(text)).toBe(`'${text}`);
  },
);

test.each(['', '3,240', 'a=1', 'TS-7F3K-9Q2M', '髙橋', '1-2'])('%j stays as it is', (text) => {
  expect(guardCell(text)).toBe(text);
});

test('rows end with CRLF, and cells are quoted where they need it', () => {
  expect(
    toCsv([
      ['申込番号', '備考'],
      ['a,b', 'say "hi"'],
      ['two\nlines', ' '],
    ]),
  ).toBe('申込番号,備考\r\n"a,b","say ""hi"""\r\n"two\nlines"," "\r\n');
  expect(toCsv([])).toBe('');
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
      const read: string[][] = parse(toCsv(rows), { record_delimiter: '\r\n' });
      expect(read).toEqual(rows.map((row) => row.map(guardCell)));
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
    }),
  );
});

test('a number stays one, below nought as well', () => {
  expect(toCsv([[-850, 1_200, '-1', 0]])).toBe("-850,1200,'-1,0\r\n");
});
