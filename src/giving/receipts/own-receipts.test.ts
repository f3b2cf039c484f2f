import { expect, test } from 'vitest';
import { deductibleSum, receiptFor, validReceiptsOn, withIssued } from './own-receipts.ts';
import type { Receipt, ReceiptGroup } from './receipt.ts';

const receipt = (number: string, changes: Partial<Receipt> = {}): Receipt => ({
  number,
  kind: 'year',
  associateId: 'ao',
  associateName: 'あおぞらの会',
  appraisalIds: ['TS-1', 'TS-2'],
  donorName: '髙橋 花子',
  year: 2025,
  amountYen: 3_500,
  issuedAt: '20261120100000000',
  replaces: [],
  ...{ state: 'valid', endedAt: '', endReason: '', replacedBy: '' },
  ...changes,
});
const asked = { kind: 'year', year: 2025, associateId: 'ao' } as const;

test('the receipt to use is the latest valid one', () => {
  const first = receipt('2026-000001');
  const again = receipt('2026-000002', { replaces: [first.number] });
  expect(receiptFor(asked, [first])).toBe(first);
  expect(receiptFor(asked, withIssued([first], again))).toBe(again);
  expect(receiptFor(asked, [receipt('2026-000003', { state: 'void' })])).toBeUndefined();
  expect(receiptFor({ ...asked, year: 2024 }, [first])).toBeUndefined();
});

test('a new receipt ends the ones it replaces, and lists those that another would replace', () => {
  const [ofYear, single] = [
    receipt('2026-000001'),
    receipt('2026-000002', { kind: 'donation', appraisalIds: ['TS-9'] }),
  ];
  expect(validReceiptsOn(['TS-2'], [ofYear, single])).toEqual([ofYear]);
  expect(validReceiptsOn(['TS-2', 'TS-9'], [ofYear, single])).toEqual([ofYear, single]);
  const issued = receipt('2026-000003', { replaces: [ofYear.number, single.number] });
  const now = withIssued([ofYear, single], issued);
  expect(now.map(({ state, replacedBy }) => [state, replacedBy])).toEqual([
    ['valid', ''],
    ['replaced', issued.number],
    ['replaced', issued.number],
  ]);
  expect(validReceiptsOn(['TS-2'], now)).toEqual([issued]);
});

test('a year is summed up by what its gifts allow', () => {
  const group = (relief: ReceiptGroup['relief'], amountYen: number): ReceiptGroup => ({
    associateId: 'ao',
    associateName: 'あおぞらの会',
    year: 2025,
    amountYen,
    relief,
    reason: '',
    donations: [],
  });
  const groups = [
    group('credit-or-deduction', 1_000),
    group('credit-or-deduction', 500),
    group('deduction', 200),
    group('none', 9_000),
    group('furusato', 9_000),
  ];
  expect(deductibleSum(groups)).toEqual({ creditYen: 1_500, deductionYen: 200 });
});
