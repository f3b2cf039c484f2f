import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import type { Donation } from './donation.ts';
import { initiallyOpenYear, pageOfYear, withoutDonation, yearsOf } from './history.ts';

const donation = (appraisalId: string, donatedAt: string, amount: number): Donation => ({
  appraisalId,
  donatedAt,
  amount,
  associateId: 'cats',
  socialChallengeId: '',
  associateName: '猫の家',
  receivedOn: '',
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
  frequency: 'once',
  events: [],
  products: ['clothes'],
  boxes: 1,
  deliveryDate: '',
  deliverySlot: '',
  needReceipt: false,
  amountYen: null,
  pieces: null,
  items: [],
  thanks: [],
  applicantAddress: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
  promisedOn: '',
  needsKit: true,
  canCorrect: false,
  canCancel: false,
  version: 1,
  createdAt: '20260101000000000',
});

test('donations are grouped by year, newest first, with each year’s total', () => {
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

const donationsIn = (year: number, count: number) =>
  Array.from({ length: count }, (_, n) =>
    donation(`TS-${year}-${n}`, `${year}0101000000${String(n).padStart(3, '0')}`, 10),
  );
const long = yearsOf([...donationsIn(2026, 70), ...donationsIn(2025, 60), ...donationsIn(2024, 1)]);

test('the newest year is open, or the one in the address', () => {
  expect(initiallyOpenYear(long, null)).toBe('2026');
  expect(initiallyOpenYear(long, '2024')).toBe('2024');
  expect(initiallyOpenYear(long, '1999')).toBe('2026');
  expect(initiallyOpenYear([], null)).toBeUndefined();
});

test('a page of a year shows fifty; beyond the last it is the last', () => {
  const shown = (page: string | null) => {
    const [newest] = long;
    if (!newest) throw new Error('no year');
    const { donations, ...rest } = pageOfYear(newest, page);
    return { ...rest, count: donations.length, first: donations[0]?.donationId };
  };
  expect(shown(null)).toEqual({ page: 1, pageCount: 2, count: 50, first: 'TS-2026-69' });
  expect(shown('2')).toEqual({ page: 2, pageCount: 2, count: 20, first: 'TS-2026-19' });
  expect(shown('99999')).toMatchObject({ page: 2 });
  for (const page of ['0', 'x']) expect(shown(page)).toMatchObject({ page: 1 });
});

test('boxes under way and applications that ended early are separate from donations', () => {
  const { underWay, ended } = withoutDonation([
    application('TS-1', 'applied'),
    application('TS-2', 'appraised'),
    application('TS-3', 'donated'),
    application('TS-4', 'cancelled'),
    application('TS-5', 'unpriced'),
  ]);
  expect(underWay.map((one) => one.appraisalId)).toEqual(['TS-1', 'TS-2']);
  expect(ended.map((one) => one.appraisalId)).toEqual(['TS-4', 'TS-5']);
});
