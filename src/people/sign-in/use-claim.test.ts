import { expect, test } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { readClaimLink } from './use-claim.ts';

const appraisalId = makeAppraisalId(new Uint8Array([7, 6, 5, 4, 3, 2, 1]));

test('a mailed link brings an application along to the registration', () => {
  expect(readClaimLink(`#appraisalId=${appraisalId}&claimToken=abc`)).toEqual({
    appraisalId,
    claimToken: 'abc',
  });
});

test('a link without its proof, or with a wrong number, brings nothing', () => {
  for (const hash of [
    '',
    `#appraisalId=${appraisalId}`,
    `#appraisalId=${appraisalId}&token=abc`,
    '#appraisalId=TS-1&claimToken=abc',
    `#appraisalId=${appraisalId}&claimToken=${'a'.repeat(201)}`,
  ]) {
    expect(readClaimLink(hash)).toBeUndefined();
  }
});
