import { expect, test } from 'vitest';
import { auditDetails } from './audit-line.ts';

test.each([
  [{ ids: [] }, ['0件']],
  [{ ids: ['TS-1', 'TS-2'] }, ['2件：TS-1、TS-2']],
  [{ ids: [1, 2, 3, 4, 5, 6] }, ['6件：1、2、3、4、5 ほか']],
  [
    { encoding: 'utf8', from: 'new', to: 'accepted' },
    ['文字コード：utf8', '前の状態：new', '次の状態：accepted'],
  ],
  [{ papers: ['passport', 'bill'] }, ['書類：passport、bill']],
])('%o reads %o', (details, lines) => {
  expect(auditDetails(details)).toEqual(lines);
});

test('what nobody has named is not shown: it might be about a person', () => {
  expect(auditDetails({ name: '髙橋', from: null, to: { deep: 1 } })).toEqual([]);
});
