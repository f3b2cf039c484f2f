import { expect, test } from 'vitest';
import {
  formatTrackingNumber,
  hasRightCheckDigit,
  parcelCarriers,
  readTrackingNumber,
  trackingPageOf,
} from './parcel.ts';

test('a number is read however it is written, and shown as slips show it', () => {
  for (const typed of [
    '1234-5678-9012',
    '１２３４ー５６７８ー９０１２',
    ' 1234 5678 9012 ',
    '123456789012.0',
    '="123456789012"',
  ]) {
    expect(readTrackingNumber(typed)).toBe('123456789012');
  }
  expect(formatTrackingNumber('123456789012')).toBe('1234-5678-9012');
  expect(formatTrackingNumber('AB123456')).toBe('AB123456');
  for (const typed of ['', '未発行', '1234567', '1.23457E+11']) {
    expect(readTrackingNumber(typed)).toBeUndefined();
  }
});

test('the last digit is what remains of the others by seven', () => {
  expect(12345678901 % 7).toBe(3);
  expect(hasRightCheckDigit('yamato', '123456789013')).toBe(true);
  expect(hasRightCheckDigit('sagawa', '123456789013')).toBe(true);
  expect(hasRightCheckDigit('yamato', '123456789014')).toBe(false);
  expect(hasRightCheckDigit('sagawa', '12345678901')).toBe(false);
  expect(hasRightCheckDigit('other', 'AB123456')).toBe(true);
});

test('each page for looking up numbers is the carrier’s, without a number in its address', () => {
  expect(parcelCarriers.map(trackingPageOf)).toEqual([
    'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko',
    'https://k2k.sagawa-exp.co.jp/p/sagawa/web/okurijoinput.jsp',
    '',
  ]);
});
