import { expect, test } from 'vitest';
import type { Donation } from '#giving/donations/donation.ts';
import type { Pledge } from '#giving/pledges/pledge.ts';
import { emptyWords, publicWordsOf } from '#giving/pledges/pledge-draft.ts';
import { givingQuery, pledgesOf, supportedOf } from './own-giving.ts';

const donation = (n: number, changes: Partial<Donation>): Donation => ({
  appraisalId: `TS-000${n}`,
  associateId: 'ao',
  socialChallengeId: '',
  associateName: 'ねこの家',
  amount: 1_000,
  donatedAt: `2026110${n}090000000`,
  receivedOn: '',
  needReceipt: false,
  ...changes,
});
const donations = [
  donation(1, {}),
  donation(2, { associateId: 'umi', associateName: 'うみの会', amount: 5_000 }),
  donation(3, { amount: 500 }),
  donation(4, { associateId: '', socialChallengeId: 'animal', associateName: '動物の基金' }),
];
const pledge = (n: number, text: string): Pledge => ({
  id: `p${n}`,
  appraisalId: `TS-000${n}`,
  pledgedAt: `2026111${n}090000000`,
  ...publicWordsOf(emptyWords),
  text,
  author: { uid: 'hanako', name: '', image: '' },
  donation: { associateId: 'ao', socialChallengeId: '', associateName: 'ねこの家', amount: null },
  items: [],
  reply: '',
});
const pledges = [pledge(1, '母のコート'), pledge(2, '子どもの靴')];

const ask = (search: string) => givingQuery(new URLSearchParams(search));
const namesOf = (search: string) => supportedOf(donations, ask(search)).map(({ name }) => name);
const idsOf = (search: string) => pledgesOf(pledges, donations, ask(search)).map(({ id }) => id);

test('an organisation stands once, with what it was given', () => {
  const cats = supportedOf(donations, ask('')).find(({ id }) => id === 'ao');
  expect(cats).toEqual({
    id: 'ao',
    path: '/associate/ao',
    name: 'ねこの家',
    donationCount: 2,
    sumYen: 1_500,
    lastDonatedAt: '20261103090000000',
  });
});

test('a fund leads to its challenge', () => {
  expect(supportedOf(donations, ask('')).at(0)?.path).toBe('/search/social-challenge/animal');
});

test('newest first unless asked otherwise', () => {
  expect(namesOf('')).toEqual(['動物の基金', 'ねこの家', 'うみの会']);
  expect(namesOf('sort=nonsense')).toEqual(namesOf(''));
  expect(namesOf('sort=oldest')).toEqual(['うみの会', 'ねこの家', '動物の基金']);
  expect(namesOf('sort=most')).toEqual(['うみの会', 'ねこの家', '動物の基金']);
  expect(idsOf('')).toEqual(['p2', 'p1']);
  expect(idsOf('sort=oldest')).toEqual(['p1', 'p2']);
  expect(idsOf('sort=most')).toEqual(['p2', 'p1']);
});

test('a keyword finds names and texts, however they are spelled', () => {
  expect(namesOf('keyword=ネコ')).toEqual(['ねこの家']);
  expect(idsOf('keyword=コート')).toEqual(['p1']);
  expect(idsOf('keyword=猫')).toEqual(['p2', 'p1']);
  expect(idsOf('keyword=こどもの')).toEqual(['p2']);
  expect(namesOf('keyword=どうぶつ')).toEqual(['動物の基金']);
  expect(idsOf('keyword=いない')).toEqual([]);
});

test('a donor without donations has supported nobody', () => {
  expect(supportedOf([], ask(''))).toEqual([]);
});
