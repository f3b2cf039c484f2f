import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AppraisalId,
  isWholeNumber,
  makeAppraisalId,
  OptionalAppraisalId,
  parseAppraisalId,
  TypedAppraisalId,
} from './appraisal-number.ts';

const alphabet = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const ids = fc.uint8Array({ minLength: 7, maxLength: 16 }).map(makeAppraisalId);
const isId = (text: string) => AppraisalId.safeParse(text).success;
/** The positions of the eight characters in TS-XXXX-XXXX. */
const places = [3, 4, 5, 6, 8, 9, 10, 11];

const replaced = (id: string, index: number, letter: string) =>
  id.slice(0, index) + letter + id.slice(index + 1);

test('a number is TS- and two groups of four unambiguous characters', () => {
  fc.assert(
    fc.property(ids, (id) => {
      expect(id).toMatch(/^TS-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(isId(id)).toBe(true);
      expect(parseAppraisalId(id)).toBe(id);
    }),
  );
});

test('the random bytes decide the number; fewer than seven are refused', () => {
  expect(makeAppraisalId(new Uint8Array(7))).toBe('TS-0000-0000');
  expect(makeAppraisalId(Uint8Array.of(1, 2, 3, 4, 5, 6, 7))).toMatch(/^TS-1234-567/);
  expect(makeAppraisalId(Uint8Array.of(255, 31, 30, 29, 28, 27, 26))).toMatch(/^TS-ZZYX-WVT/);
  expect(() => makeAppraisalId(new Uint8Array(6))).toThrow(RangeError);
});

test('a number can be judged as soon as all of it is typed, in whatever width', () => {
  fc.assert(
    fc.property(ids, (id) => {
      const written = [id, id.toLowerCase(), id.slice(3), id.replaceAll('-', 'ー')];
      for (const text of written) {
        expect(isWholeNumber(text)).toBe(true);
        expect(isWholeNumber(text.slice(0, -1))).toBe(false);
      }
    }),
  );
});

test('a number that begins with TS itself is whole without its own TS-, an unfinished one is not', () => {
  const id = makeAppraisalId(Uint8Array.of(26, 25, 0, 0, 0, 0, 0));
  expect(isWholeNumber(id.slice(3))).toBe(true);
  expect(isWholeNumber(id.slice(3, -1))).toBe(false);
  expect(isWholeNumber('TS-1234-56')).toBe(false);
});

test('any single wrong character is noticed', () => {
  fc.assert(
    fc.property(ids, fc.constantFrom(...places), fc.constantFrom(...alphabet), (id, at, letter) => {
      fc.pre(id[at] !== letter);
      expect(isId(replaced(id, at, letter))).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('any two swapped characters are noticed, neighbours or not', () => {
  fc.assert(
    fc.property(ids, fc.constantFrom(...places), fc.constantFrom(...places), (id, one, other) => {
      const [a = '', b = ''] = [id[one], id[other]];
      fc.pre(a !== b);
      expect(isId(replaced(replaced(id, one, b), other, a))).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test('a number is read however it was typed', () => {
  const id = makeAppraisalId(Uint8Array.of(1, 0, 10, 20, 30, 5, 17));
  const wide = id.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
  const typed = [
    id.toLowerCase(),
    id.replaceAll('-', ''),
    id.slice(3),
    id.replaceAll('-', 'ー'),
    ` ${id.replaceAll('-', ' ')} `,
    wide,
    id.replaceAll('1', 'l').replaceAll('0', 'o'),
    id.replaceAll('1', 'I').replaceAll('0', 'O'),
  ];
  for (const text of typed) expect(parseAppraisalId(text)).toBe(id);
});

test('what is no number is undefined, and the schema says so in Japanese', () => {
  for (const text of ['', 'TS-', 'TS-0000-0001', 'TS-000U-0000', 'XX-0000-0000', '0'.repeat(1e5)]) {
    expect(parseAppraisalId(text)).toBeUndefined();
    expect(AppraisalId.safeParse(text).error?.issues[0]?.message).toContain('申込番号');
  }
  expect(isId('ts-0000-0000')).toBe(false);
});

test('any text is read as a valid number or as none', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...alphabet, ...'tsilou-ー　Ａ') }), (text) => {
      const id = parseAppraisalId(text);
      expect(id === undefined || isId(id)).toBe(true);
    }),
  );
});

test('a number of 64 characters with its spaces is read, a longer one is not', () => {
  const id = makeAppraisalId(new Uint8Array(7));
  expect(parseAppraisalId(id.padEnd(64))).toBe(id);
  expect(parseAppraisalId(id.padEnd(65))).toBeUndefined();
});

test('TS is left out of ten letters alone: a number may begin with those letters', () => {
  const id = makeAppraisalId(Uint8Array.of(26, 25, 0, 0, 0, 0, 0));
  expect(id).toMatch(/^TS-TS/);
  expect(parseAppraisalId(id.slice(3))).toBe(id);
  expect(parseAppraisalId(id)).toBe(id);
});

test('what is typed is tidied, and told to be missing or wrong', () => {
  const id = makeAppraisalId(new Uint8Array(7));
  expect(TypedAppraisalId.parse(` ${id.toLowerCase()} `)).toBe(id);
  expect(OptionalAppraisalId.parse(id.replaceAll('-', ''))).toBe(id);
  expect(OptionalAppraisalId.parse('  ')).toBe('');
  const told = (text: string) => TypedAppraisalId.safeParse(text).error?.issues[0]?.message;
  expect(told('')).toBe('申込番号を入力してください。');
  expect(told(' x ')).toMatch(/正しくありません/);
  expect(OptionalAppraisalId.safeParse('x').success).toBe(false);
});

test.each(['XTS-0000-0000', 'TS-0000-0000X', 'TS-0000-000'])('%s is no number', (text) => {
  expect(AppraisalId.safeParse(text).success).toBe(false);
});
