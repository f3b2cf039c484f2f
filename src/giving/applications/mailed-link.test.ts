import { expect, test } from 'vitest';
import { makeAppraisalId } from './appraisal-number.ts';
import { parseMailedLink } from './followed-application.tsx';

const appraisalId = makeAppraisalId(new Uint8Array([1, 2, 3, 4, 5, 6, 7]));

test('a mailed link names an application and its token', () => {
  const hash = `#appraisalId=${appraisalId}&token=abc_-123`;
  expect(parseMailedLink(hash)).toEqual({ appraisalId, token: 'abc_-123' });
});

test('a link broken by a mail program is ignored', () => {
  for (const hash of [
    '',
    '#',
    `#appraisalId=${appraisalId}`,
    '#token=abc',
    '#appraisalId=TS-0000-0001&token=abc',
    `#appraisalId=${appraisalId}&token=${'a'.repeat(101)}`,
  ]) {
    expect(parseMailedLink(hash)).toBeUndefined();
  }
});
