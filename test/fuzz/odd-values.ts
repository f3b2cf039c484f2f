import * as fc from 'fast-check';

/** Value of unknown fields; if it is found in the database, an unknown field was stored. */
export const canary = 'zz-unknown-field-zz';

/** Texts that have broken programs before: other widths, odd dashes, malformed, long, other languages. */
const oddTexts = [
  '',
  ' ',
  '　',
  '\0',
  '花\u0000子',
  '\ud83d',
  '\udc00花',
  '花\r\nBcc: someone@elsewhere.example',
  'ﾊﾅｺ',
  'ﾀﾞﾊﾟ',
  'ＡＢＣ１２３',
  '１００−０００１',
  '０９０－１２３４－５６７８',
  '090ー1234ー5678',
  'a‐b‑c–d—e―f−g－h',
  '〜～',
  '𠮷野家',
  'か\u3099',
  'e\u0301',
  '\u202e逆さ',
  '\ufeff',
  '\u200b',
  '👨‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '%00',
  '%',
  '\\',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{sealed:AAAA}}',
  '=cmd|x',
  'null',
  'NaN',
  '-1',
  '1e999',
  '0x10',
  '２０２６',
  '2026-02-30',
  '9999-12-31',
  '20261399999999999',
  '9'.repeat(400),
  'あ'.repeat(5_000),
  `${'a'.repeat(300)}@example.com`,
  ' '.repeat(20_000),
];

/**
 * Any text: one of ours, of any code points, or of letters. None has U+FFFD, so that a stored one
 * comes from our code.
 */
export const oddText = fc
  .oneof(
    fc.constantFrom(...oddTexts),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  )
  .map((text) => text.replaceAll('\ufffd', ''));

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
const hostile = Object.fromEntries([['__proto__', { role: 'operator' }]]);

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e308,
    5e-324,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    [],
    {},
    [null],
    [[]],
    { length: 1e9 },
    { toString: 1, toJSON: 1, valueOf: 1 },
    hostile,
    { constructor: { prototype: { role: 'operator' } } },
    nested(200),
    Array.from({ length: 500 }, () => 'x'),
  ),
  fc.jsonValue(),
);

/** Content types: correct, nearly correct, and wrong. */
export const oddContentTypes = [
  'application/json; charset=utf-16',
  'application/json; charset=shift_jis',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/problem+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary=""',
  'text/plain',
  'text/csv',
  'application/xml',
  'application/octet-stream',
  '////;;;',
  '*/*',
];
