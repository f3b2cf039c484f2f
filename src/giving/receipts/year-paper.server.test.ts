import { expect, test } from 'vitest';
import { type Gift, paperOnYear } from './gifts.server.ts';

// Conditions and content of a year's paper, as pure functions without a database.

const certification = {
  ...{ number: '', authority: '', hasTaxCredit: true },
  ...{ certifiedOn: '2025-01-01', expiresOn: '2025-12-31' },
};
const gift = (changes: Partial<Gift> = {}): Gift => ({
  ...{
    donationId: 'd1',
    appraisalId: '',
    amountYen: 1_000,
    feeYen: 0,
    handlingYen: 0,
    donatedAt: new Date(0),
  },
  ...{ receivedOn: '2025-06-01', year: 2025, isWished: true },
  ...{ associateId: 'ao', associateName: 'あおの会' },
  associate: {
    ...{ address: '', representative: '', classification: 'approved-npo', issuesLate: true },
    certifications: [certification],
  },
  ...changes,
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
