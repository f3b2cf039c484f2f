import { expect, test } from 'vitest';
import type { ReceiptGroup } from '#giving/receipts/receipt.ts';
import { linesOf } from '#test/rendered.ts';
import type { Donation } from './donation.ts';
import { daysOfDonations, daysOfGroups, YearByDays } from './year-by-days.tsx';

const given = [
  { appraisalId: 'TS-A', amount: 5_000, donatedAt: '20251229120000000', receivedOn: '2026-01-20' },
  { appraisalId: 'TS-B', amount: 3_000, donatedAt: '20260301120000000', receivedOn: '2026-04-20' },
  { appraisalId: 'TS-C', amount: 3_500, donatedAt: '20261230120000000', receivedOn: '' },
];
const donations: Donation[] = given.map((one) => ({
  ...one,
  ...{ associateId: 'cats', socialChallengeId: '', associateName: '猫の家', needReceipt: true },
}));
const groups = [2026, null].map((year) => ({
  ...{
    associateId: 'cats',
    associateName: '猫の家',
    year,
    amountYen: 0,
    relief: 'none',
    reason: '',
  },
  donations: given
    .filter(({ receivedOn }) => (receivedOn === '') === (year === null))
    .map(({ amount, ...one }) => ({ ...one, amountYen: amount, reason: '' })),
})) as unknown as ReceiptGroup[];

test('the history and the page of receipts say the same of a year, by both of its days', () => {
  const ofHistory = linesOf(<YearByDays year="2026" gifts={daysOfDonations(donations)} />);
  const ofReceipts = linesOf(<YearByDays year="2026" gifts={daysOfGroups(groups)} />);
  expect(ofReceipts).toEqual(ofHistory);
  const text = ofHistory.join('');
  expect(text).toMatch(
    /2026年に決まった寄付6,500円（2件）うち2026年に団体へ届いたもの\s*3,000円（1件）/,
  );
  expect(text).toMatch(/これから団体に届くもの\s*3,500円（1件）/);
  expect(text).toMatch(/2026年に団体へ届いた寄付8,000円（2件）/);
  expect(text).toMatch(/前の年までに決まったもの\s*5,000円（1件）/);
});
