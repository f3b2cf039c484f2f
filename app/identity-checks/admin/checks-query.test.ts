import { expect, test } from 'vitest';
import { checksPath, checksQuestion, readChecksQuery } from './checks-query.ts';

test('an address and what it shows are the same, and nonsense shows what waits', () => {
  const read = (text: string) => readChecksQuery(new URLSearchParams(text));
  expect(read('')).toEqual({ state: 'submitted', page: 1 });
  expect(read('state=approved&page=-1')).toEqual({ state: 'submitted', page: 1 });
  const second = { state: 'due', page: 2 } as const;
  expect(checksPath(second)).toBe('/admin/identity-checks?state=due&page=2');
  expect(read('state=due&page=2')).toEqual(second);
  expect(checksQuestion(read(''))).toBe('/api/office/identity-checks');
});
