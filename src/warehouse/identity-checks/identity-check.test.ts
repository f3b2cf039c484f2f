import { expect, test } from 'vitest';
import { paperFacts, paperKinds } from './identity-check.ts';

test('seven papers identify somebody, the receipts beside them only confirm an address', () => {
  expect(paperKinds.filter((kind) => paperFacts[kind].isIdentityPaper)).toEqual([
    'driving-licence',
    'my-number-card',
    'residence-card',
    'health-certificate',
    'disability-handbook',
    'resident-record',
    'seal-certificate',
  ]);
});

test('the back is taken of papers on which a change of address stands, never of a My Number card', () => {
  expect(paperKinds.filter((kind) => paperFacts[kind].hasBack)).toEqual([
    'driving-licence',
    'residence-card',
    'health-certificate',
    'disability-handbook',
  ]);
});
