import { expect, test } from 'vitest';
import type { ApplicationStatus } from '#domain/application.ts';
import type { ApplicationState } from '#domain/application-state.ts';
import type { Donation } from '#domain/donation.ts';
import { historyOf } from './history.ts';

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
  items: [],
  applicantAddress: { zipcode: '', prefecture: '', line1: '', line2: '', building: '' },
  canCorrect: false,
  canCancel: false,
  version: 1,
  createdAt: '20260101000000000',
});

test('donations stand by year, newest first, each with its application', () => {
  const { years } = historyOf(
    [
      donation('TS-A', '20251231235959999', 1_000),
      donation('TS-C', '20261118120000000', 3_240),
      donation('TS-B', '20260101000000000', 0),
    ],
    [application('TS-C', 'remitted')],
  );
  expect(years.map(({ year, sumYen, entries }) => [year, sumYen, entries.length])).toEqual([
    ['2026', 3_240, 2],
    ['2025', 1_000, 1],
  ]);
  expect(years[0]?.entries.map((entry) => entry.donation.donationId)).toEqual(['TS-C', 'TS-B']);
  expect(years[0]?.entries[0]?.application?.state).toBe('remitted');
  expect(years[0]?.entries[1]?.application).toBeUndefined();
});

test('boxes under way and what ended otherwise stand apart from what was given', () => {
  const { underWay, ended, years } = historyOf(
    [],
    [
      application('TS-1', 'applied'),
      application('TS-2', 'appraised'),
      application('TS-3', 'donated'),
      application('TS-4', 'cancelled'),
      application('TS-5', 'unpriced'),
    ],
  );
  expect(underWay.map((one) => one.appraisalId)).toEqual(['TS-1', 'TS-2']);
  expect(ended.map((one) => one.appraisalId)).toEqual(['TS-4', 'TS-5']);
  expect(years).toEqual([]);
});
