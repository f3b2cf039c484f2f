import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, mobileMessage, Phone, phoneMessage, phoneRequiredMessage } from './phone.ts';

test.each([
  ...['090-1234-5678', '０９０ー１２３４ー５６７８', '090−1234‐5678', ' 090 1234 5678 '],
  ...['+81 90-1234-5678', '+819012345678', '＋８１ ９０ １２３４ ５６７８', '+81 (0)90-1234-5678'],
  ...[
    '819012345678',
    '(090)1234-5678',
    '（０９０）１２３４－５６７８',
    '090.1234.5678',
    '090・1234・5678',
  ],
  ...['\u202A+81 90-1234-5678\u202C', 'tel:+81-90-1234-5678', '090\u00A01234\u00A05678'],
])('%s is stored as its digits', (text) => {
  expect(Phone.parse(text)).toBe('09012345678');
});

test.each([
  '(03)1234-5678',
  '+81 3-1234-5678',
  '+81 (0)3 1234 5678',
  '03.1234.5678',
  '０３（１２３４）５６７８',
])('%s, of a landline, is stored as its digits', (text) => {
  expect(Phone.parse(text)).toBe('0312345678');
});

test.each([
  '012345678',
  '012345678901',
  '1234567890',
  '+1 212 555 0123',
  '+81 9012345',
  '+810',
  '03-1234-567a',
])('%s is refused with a Japanese message', (text) => {
  const issues = Phone.safeParse(text).error?.issues;
  expect(issues?.map((issue) => issue.message)).toEqual([phoneMessage]);
});

test.each(['090-1234-567', '080 123 4567', '0501234567'])(
  '%s, a mobile number that lacks a digit, is refused with what to look at',
  (text) => {
    const issues = Phone.safeParse(text).error?.issues;
    expect(issues?.map((issue) => issue.message)).toEqual([mobileMessage]);
  },
);

test('an empty number is asked for', () => {
  for (const value of ['', ' ', '-', undefined, 9012345678]) {
    const issues = Phone.safeParse(value).error?.issues;
    expect(issues?.map((issue) => issue.message)).toEqual([phoneRequiredMessage]);
  }
});

test('hyphens are shown where the number plan fixes them', () => {
  expect(formatPhone('09012345678')).toBe('090-1234-5678');
  expect(formatPhone('05012345678')).toBe('050-1234-5678');
  expect(formatPhone('0312345678')).toBe('03-1234-5678');
  expect(formatPhone('0120123456')).toBe('0120-123-456');
  expect(formatPhone('08001234567')).toBe('0800-123-4567');
  expect(formatPhone('0451234567')).toBe('0451234567');
  expect(formatPhone('')).toBe('');
});

test('whatever is shown parses back to the stored digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^0(?:[1-4]\d{8}|[5-9][1-9]\d{7}|\d{10})$/), (digits) => {
      expect(Phone.parse(formatPhone(digits))).toBe(digits);
    }),
  );
});

test.each(['10312345678', '031234567', '031234567890'])('%s is no phone number', (digits) => {
  expect(Phone.safeParse(digits).success).toBe(false);
});
