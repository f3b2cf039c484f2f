import { expect, test } from 'vitest';
import { noReceiptReason } from './receipts.ts';

test('where a gift can be deducted, a receipt can be wished for', () => {
  expect(noReceiptReason({ classification: 'approved-npo', isDeductible: true })).toBeUndefined();
});

test('the reason for no receipt is the kind of organisation, or its certification', () => {
  expect(noReceiptReason({ classification: 'npo', isDeductible: false })).toMatch('NPO法人');
  expect(noReceiptReason({ classification: 'approved-npo', isDeductible: false })).toMatch(
    '認定が有効であることを、いまは確認できていません',
  );
});
