import { expect, test } from 'vitest';
import { validate } from '#kit/forms/validate.ts';
import type { ResultHistory } from '#warehouse/results/result-correction.ts';
import { CorrectionForm, typedCorrection } from './correction-values.ts';

const history: ResultHistory = {
  version: 4,
  results: [
    {
      ...{ outcome: 'completed', itemCount: 3, pricedCount: 2, appraisedYen: 10_000, bonusYen: 0 },
      ...{ donationYen: 10_000, note: '', at: '20261120100000000', correctedBy: '', reason: '' },
    },
  ],
  items: [
    {
      ...{ position: 1, name: 'コート', quantity: 3, amountYen: 10_000 },
      ...{ destination: '販売', reason: '' },
    },
  ],
  ...{ blocker: '', undoUntil: null, receipts: [], hasPledge: false },
};

test('the current values can be overwritten, in any width', () => {
  const typed = { ...typedCorrection(history), reason: 'けたの誤り', appraisedYen: '１，０００円' };
  typed.items = typed.items.map((item) => ({ ...item, amountYen: '1,000' }));
  expect(validate(CorrectionForm, typed).values).toMatchObject({
    ...{ version: 4, appraisedYen: 1000 },
    items: [{ from: 1, quantity: 3, amountYen: 1000 }],
  });
});

test('an empty number, a missing reason and items that do not add up are errors at their fields', () => {
  const typed = typedCorrection(history);
  const paths = (changes: object) =>
    validate(CorrectionForm, { ...typed, ...changes }).issues.map(({ path }) => path);
  expect(paths({})).toEqual(['reason']);
  expect(paths({ reason: 'けた', bonusYen: '' })).toEqual(['bonusYen']);
  expect(paths({ reason: 'けた', appraisedYen: '900' })).toEqual(['items']);
  expect(paths({ reason: 'けた', outcome: 'unpriced' })).toContain('appraisedYen');
});

test('an amount counts as confirmed only if the operator said so', () => {
  const typed = { ...typedCorrection(history), reason: 'けた' };
  expect(validate(CorrectionForm, typed).values).not.toHaveProperty('checkedYen');
  expect(validate(CorrectionForm, { ...typed, checkedYen: 10_000 }).values).toMatchObject({
    checkedYen: 10_000,
  });
});
