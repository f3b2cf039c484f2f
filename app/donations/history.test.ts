import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#domain/applications/application.ts';
import type { ApplicationState } from '#domain/applications/application-state.ts';
import type { Donation } from '#domain/donations/donation.ts';
import { historyPage, notDonated, yearsOf } from './history.ts';

const donation = (appraisalId: string, donatedAt: string, amount: number): Donation => ({
  appraisalId,
  donatedAt,
  amount,
  associateId: 'cats',
  socialChallengeId: '',
  associateName: '猫の家',
  needReceipt: false,
});
const application = (appraisalId: string, state: ApplicationState): ApplicationStatus => ({
  appraisalId,
  state,
  kind: 'direct',
  associateId: 'cats',
  socialChallengeId: '',
  targetName: '猫の家',
  identity: 'not-needed',
  events: [],
  products: ['clothes'],
  boxes: 1,
  deliveryDate: '',
  deliverySlot: '',
  needReceipt: false,
  amountYen: null,
  pieces: null,
  items: [],
  applicantAddress: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
  canCorrect: false,
  canCancel: false,
  version: 1,
  createdAt: '20260101000000000',
});

test('donations stand by year, newest first, with the sum of each year', () => {
  const years = yearsOf([
    donation('TS-A', '20251231235959999', 1_000),
    donation('TS-C', '20261118120000000', 3_240),
    donation('TS-B', '20260101000000000', 0),
  ]);
  expect(years.map(({ year, sumYen, donations }) => [year, sumYen, donations.length])).toEqual([
    ['2026', 3_240, 2],
    ['2025', 1_000, 1],
  ]);
  expect(years[0]?.donations.map(({ donationId }) => donationId)).toEqual(['TS-C', 'TS-B']);
});

const many = (year: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    donation(`TS-${year}-${n}`, `${year}0101000000${String(n).padStart(3, '0')}`, 10),
  );
const long = yearsOf([...many(2026, 70), ...many(2025, 60), ...many(2024, 1)]);
const pageOf = (year: string | null, page: string | null) => {
  const { parts, ...rest } = historyPage(long, { year, page });
  return {
    ...rest,
    parts: parts.map((part) => [part.year, part.donations.length, part.count, part.sumYen]),
  };
};

test('a page shows fifty; count and sum are those of the whole year', () => {
  expect(pageOf(null, null)).toEqual({
    chosen: '2026',
    page: 1,
    pageCount: 2,
    parts: [['2026', 50, 70, 700]],
  });
  expect(pageOf('2025', '2').parts).toEqual([['2025', 10, 60, 600]]);
  expect(pageOf('all', '2')).toEqual({
    chosen: 'all',
    page: 2,
    pageCount: 3,
    parts: [
      ['2026', 20, 70, 700],
      ['2025', 30, 60, 600],
    ],
  });
  expect(pageOf('all', '3').parts).toEqual([
    ['2025', 30, 60, 600],
    ['2024', 1, 1, 10],
  ]);
});

test('an invalid page or year falls back to the nearest one', () => {
  expect(pageOf('1999', '0')).toMatchObject({ chosen: '2026', page: 1 });
  expect(pageOf('2025', '99999')).toMatchObject({ page: 2 });
  expect(pageOf('2025', 'x')).toMatchObject({ page: 1 });
  expect(historyPage([], { year: null, page: null })).toEqual({
    chosen: undefined,
    page: 1,
    pageCount: 1,
    parts: [],
  });
});

test('the pages of all years hold each donation once, newest first', () => {
  const ids = ['1', '2', '3'].flatMap((page) =>
    historyPage(long, { year: 'all', page }).parts.flatMap(({ donations }) => donations),
  );
  expect(ids).toEqual(long.flatMap(({ donations }) => donations));
});

test('boxes under way and what ended otherwise stand apart from what was given', () => {
  const { underWay, ended } = notDonated([
    application('TS-1', 'applied'),
    application('TS-2', 'appraised'),
    application('TS-3', 'donated'),
    application('TS-4', 'cancelled'),
    application('TS-5', 'unpriced'),
  ]);
  expect(underWay.map((one) => one.appraisalId)).toEqual(['TS-1', 'TS-2']);
  expect(ended.map((one) => one.appraisalId)).toEqual(['TS-4', 'TS-5']);
});
