import { expect, test } from 'vitest';
import { securityEventKinds, securityOutcomes } from './security-event.ts';
import { securityDetails, securityKindLabel, securityOutcomeLabel } from './security-words.ts';

test('every kind and outcome has its Japanese name; an unknown one is shown as stored', () => {
  for (const kind of securityEventKinds)
    expect(securityKindLabel(kind)).toMatch(/[ぁ-んァ-ン一-龠]/);
  for (const one of securityOutcomes)
    expect(securityOutcomeLabel(one)).toMatch(/[ぁ-んァ-ン一-龠]/);
  expect([securityKindLabel('later'), securityOutcomeLabel('later')]).toEqual(['later', 'later']);
});

test.each([
  [{ outcome: 'failed', from: '203.0.0.0/16', device: 'Mac', count: 2, typed: 'x' }, []],
  [{ route: 'GET /api/office/today', reason: 'role' }, ['権限なし', '操作：GET /api/office/today']],
  [{ budget: 'sign-in by address' }, ['同じ接続元からのログイン']],
  [{ to: 'operator' }, ['新しい権限：運営者']],
  [{ change: 'passkey-added' }, ['パスキーの追加']],
  [{ factor: 'a new one', left: 9 }, ['a new one', '9']],
  [{ merged: true, count: 77 }, ['多数のため、まとめて数えました']],
  [{ deep: { name: '髙橋' } }, []],
])('%o reads %o', (details, lines) => {
  expect(securityDetails(details)).toEqual(lines);
});
