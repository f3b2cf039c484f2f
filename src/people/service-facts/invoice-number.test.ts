import { expect, test } from 'vitest';
import { isInvoiceNumber, normaliseInvoiceNumber, normaliseLicence } from './invoice-number.ts';

test('a registration number is T, the check digit and its twelve digits', () => {
  // The number of the National Tax Agency.
  expect(isInvoiceNumber('T7000012050002')).toBe(true);
  for (const wrong of [
    'T7000012050003',
    'T8000012050002',
    'T7000012500002',
    '7000012050002',
    'T700001205000',
    'T70000120500022',
    '',
  ]) {
    expect(isInvoiceNumber(wrong)).toBe(false);
  }
});

test('numbers are stored as they are written, however they were typed', () => {
  expect(normaliseInvoiceNumber('ｔ７０００-０１２０-５０００２ ')).toBe('T7000012050002');
  for (const typed of ['301234567890', '第301234567890号', '第 ３０１２３４５６７８９０ 号']) {
    expect(normaliseLicence(typed)).toBe('第301234567890号');
  }
  expect(normaliseLicence('12345')).toBe('12345');
});
