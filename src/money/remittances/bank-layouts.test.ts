import { expect, test } from 'vitest';
import { payment, transferFile } from '#test/factories/money/transfer-files.ts';
import { type BankLayoutKey, bankLayoutKeys, bankLayouts, customerCodeOf } from './bank-layouts.ts';
import { writeTransferFile } from './transfer-file.ts';
import { transferLayouts } from './transfer-layout.ts';
import { fromTransferBytes } from './transfer-letters.ts';

/** The columns of a payment's record, by their names, as a bank's layout has them. */
function columns(layout: BankLayoutKey, customerCode1: string) {
  const file = transferFile({
    payments: [payment({ customerCode1, newness: 'changed', amountYen: 1_234 })],
    options: { layout, lineEnds: 'crlf', transferKind: '7' },
  });
  const record = fromTransferBytes(writeTransferFile(file)).split('\r\n')[1] ?? '';
  return Object.entries(transferLayouts.data).map(([name, { at, length }]) => [
    name,
    record.slice(at, at + length),
  ]);
}
const always = {
  record: '2',
  bankCode: '0005',
  bankName: 'ﾐﾂﾋﾞｼUFJ       ',
  branchCode: '002',
  branchName: 'ﾏﾙﾉｳﾁ          ',
  clearingHouse: '0000',
  kind: '1',
  number: '0000001',
  holder: 'ﾄｸﾋ)ｱｵｿﾞﾗ                     ',
  amount: '0000001234',
  newness: '2',
  transferKind: '7',
  ediMark: ' ',
  blank: '       ',
};
const [blank, zeros] = [' '.repeat(10), '0'.repeat(10)];
/** What a code holds that is none, by the bank. */
const empty: Record<BankLayoutKey, string> = {
  general: blank,
  'smbc-web21': zeros,
  mizuho: blank,
  resona: blank,
  yucho: blank,
};

test.each(bankLayoutKeys)('%s: each column of a payment, with a code and without', (layout) => {
  const other = empty[layout];
  expect(Object.fromEntries(columns(layout, '2026017'))).toEqual({
    ...always,
    customerCode1: '0002026017',
    customerCode2: other,
  });
  expect(Object.fromEntries(columns(layout, ''))).toEqual({
    ...always,
    ...{ customerCode1: other, customerCode2: other },
  });
});

test.each(bankLayoutKeys)('%s: each field has a source, or says that none was read', (layout) => {
  const { isConfirmed, data } = bankLayouts[layout];
  for (const { source } of Object.values(data)) {
    expect(source).not.toBe('');
    expect(source.includes('未確認')).toBe(!isConfirmed);
  }
});

test('a run’s number is a code by its digits alone', () => {
  expect(customerCodeOf('2026-017')).toBe('2026017');
});
