import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findDonation, newest, sortHistory, sortPledges } from './donation-history.ts';

const timestamps = fc.constantFrom('20180101000000000', '20180101000000001', '20261118000000000');
const names = fc.stringMatching(/^[A-Z0-9]{1,3}$/);
const histories = fc.array(fc.record({ donatedAt: timestamps, donationId: names }));
const pledgeLists = fc.array(fc.record({ pledgedAt: timestamps, id: names }));

test('a history is newest first; donations of the same timestamp are ordered by their number', () => {
  const a = { donationId: 'TS-A', donatedAt: '20260101000000000' };
  const b = { donationId: 'TS-B', donatedAt: '20260101000000000' };
  const c = { donationId: 'TS-C', donatedAt: '20260301000000000' };
  expect(sortHistory([b, a, c])).toEqual([c, a, b]);
});

test('sorting keeps every entry, leaves the list alone and does not depend on its order', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const before = [...history];
      const sorted = sortHistory(history);
      expect(history).toEqual(before);
      expect(sorted).toHaveLength(history.length);
      expect(sortHistory([...history].reverse())).toEqual(sorted);
      sorted.forEach((entry, index) => {
        const after = sorted[index + 1];
        if (after) expect(entry.donatedAt >= after.donatedAt).toBe(true);
      });
    }),
  );
});

test('the newest pledges are the beginning of the sorted list', () => {
  fc.assert(
    fc.property(pledgeLists, fc.integer({ min: -1, max: 8 }), (pledges, count) => {
      expect(newest(pledges, count)).toEqual(sortPledges(pledges).slice(0, Math.max(0, count)));
    }),
  );
  const older = { id: 'a', pledgedAt: '20180101000000000' };
  const newer = { id: 'b', pledgedAt: '20261118000000000' };
  expect(newest([older, newer], 1)).toEqual([newer]);
  expect(newest([older], 5)).toEqual([older]);
});

test('a donation is found by its id; without a match the answer is an empty object', () => {
  const entry = { donationId: 'TS-A', amount: 3240 };
  expect(findDonation([entry], 'TS-A')).toBe(entry);
  expect(findDonation([entry], 'TS-B')).toEqual({});
  expect(findDonation([], 'TS-A')).toEqual({});
});
