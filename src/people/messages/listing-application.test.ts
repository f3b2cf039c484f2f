import { expect, test } from 'vitest';
import { nextListingStates } from './listing-application.ts';

test('an application to be listed is decided once, and a decision can be taken up again', () => {
  expect(nextListingStates).toEqual({
    new: ['in-talks', 'accepted', 'declined'],
    'in-talks': ['accepted', 'declined'],
    accepted: ['in-talks'],
    declined: ['in-talks'],
  });
});
