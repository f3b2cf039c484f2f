import { expect, test } from 'vitest';
import { statedBy } from '#test/factories/receipts.ts';
import { type Gift, paperOnYear } from './gifts.ts';
import { giftsOn, type Issued, isVoid } from './issued.ts';

// When a paper holds no more, and which gifts a year's paper states: the rules alone, without a database.

const certification = {
  ...{ number: '', authority: '', hasTaxCredit: true },
  ...{ certifiedOn: '2025-01-01', expiresOn: '2025-12-31' },
};
const gift = (changes: Partial<Gift> = {}): Gift => ({
  ...{ donationId: 'd1', appraisalId: '', amountYen: 1_000, donatedAt: new Date(0) },
  ...{ receivedOn: '2025-06-01', year: 2025, isWished: true },
  ...{ associateId: 'ao', associateName: 'あおの会', donorName: '髙橋 花子', donorAddress: '' },
  associate: {
    ...{ address: '', representative: '', classification: 'approved-npo', issuesLate: true },
    certifications: [certification],
  },
  ...changes,
});
const paper = (changes: Partial<Issued> = {}): Issued => ({
  ...{ number: '2026-000001', kind: 'year', uid: 'hanako', associateId: 'ao', donationId: null },
  ...{ appraisalId: '', year: 2025, amountYen: 1_000, donorName: '', donorAddress: '' },
  ...{ stated: statedBy('あおの会'), verifyCodeHash: '', sealedVerifyCode: null },
  ...{ issuedAt: new Date(0), reissueOf: null, reissuedAs: null, standing: undefined },
  ...changes,
});
const yearsSum = (...gifts: Gift[]) => isVoid(paper(), gifts);

test.each<[string, Gift[], boolean]>([
  ['the same sum is given', [gift()], false],
  ['the same sum is given otherwise', [gift({ amountYen: 400 }), gift({ amountYen: 600 })], false],
  ['less is given', [gift({ amountYen: 999 })], true],
  ['more is given', [gift({ amountYen: 1_001 })], true],
  ['another gift has come', [gift(), gift({ amountYen: 1 })], true],
  ['another gift of another year has come', [gift(), gift({ year: 2024 })], false],
  ['another gift to others has come', [gift(), gift({ associateId: 'mori' })], false],
  [
    'another gift of a day without a certification has come',
    [gift(), gift({ receivedOn: '2024-12-31' })],
    false,
  ],
  ['nothing is left', [], true],
])('a year’s paper, when %s', (_, gifts, isExpected) => {
  expect(yearsSum(...gifts)).toBe(isExpected);
});

const standing = { amountYen: 1_000, receivedOn: '2025-06-01' };
const statedDay = { ...statedBy('あおの会'), receivedOn: '2025-06-01' };
test.each<[string, Partial<Issued>, boolean]>([
  ['it stands as stated', { standing, stated: statedDay }, false],
  ['it was taken back', { standing: undefined }, true],
  ['it is less by now', { standing: { ...standing, amountYen: 999 } }, true],
  ['it is more by now', { standing: { ...standing, amountYen: 1_001 } }, true],
  [
    'it arrived on another day than is stated',
    { standing: { ...standing, receivedOn: '2025-06-02' }, stated: statedDay },
    true,
  ],
  // Papers of before name no day.
  [
    'it arrived on another day of the year, and none is stated',
    { standing: { ...standing, receivedOn: '2025-12-31' } },
    false,
  ],
  [
    'it arrived in the year after, and no day is stated',
    { standing: { ...standing, receivedOn: '2026-01-01' } },
    true,
  ],
])('a paper on one gift, when %s', (_, changes, isExpected) => {
  expect(isVoid(paper({ kind: 'donation', donationId: 'd1', ...changes }), [])).toBe(isExpected);
});

test('a year’s paper for those who wished for one counts nobody else, another all', () => {
  const gifts = [gift(), gift({ isWished: false })];
  const wishedOnly = { ...statedBy('あおの会'), isWishedOnly: true } as const;
  expect(giftsOn(paper({ stated: wishedOnly }), gifts)).toEqual([gifts[0]]);
  expect(giftsOn(paper(), gifts)).toEqual(gifts);
});

test('a certification that was withdrawn since takes nothing from a paper that names it', () => {
  const { associate } = gift();
  const withdrawn = gift({ associate: associate && { ...associate, certifications: [] } });
  const { hasTaxCredit: _, ...named } = certification;
  const naming = { ...statedBy('あおの会'), certifications: [named] };
  const statedFor = (changes: Partial<Gift>, stated = naming) =>
    giftsOn(paper({ stated }), [{ ...withdrawn, ...changes }]).length;
  expect(statedFor({})).toBe(1);
  expect(statedFor({}, statedBy('あおの会'))).toBe(0);
  for (const receivedOn of ['2025-01-01', '2025-12-31']) expect(statedFor({ receivedOn })).toBe(1);
  expect(statedFor({ receivedOn: '2024-12-31' })).toBe(0);
  expect(statedFor({ receivedOn: undefined })).toBe(0);
  expect(statedFor({ amountYen: 0 })).toBe(0);
  // What was deductible by its status when the paper was issued stays so on it.
  const byStatus = { ...statedBy('あおの会'), classification: 'municipality' } as const;
  expect(statedFor({}, byStatus)).toBe(1);
});

test.each([
  ['2025-12-31', false],
  ['2026-01-01', true],
])('on %s there is a paper on 2025: %s', (today, isThere) => {
  expect(paperOnYear([gift()], today).reason === undefined).toBe(isThere);
});

test('a year’s paper says that it counts wishes alone where the organisation issues none later', () => {
  const { associate } = gift();
  const of = (issuesLate: boolean) => {
    const made = paperOnYear(
      [gift({ associate: associate && { ...associate, issuesLate } })],
      '2026-01-01',
    );
    return made.reason === undefined && made.stated.isWishedOnly;
  };
  expect([of(false), of(true)]).toEqual([true, undefined]);
});
