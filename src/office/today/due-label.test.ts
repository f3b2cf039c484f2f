import { expect, test } from 'vitest';
import { dueLabel } from './due-label.ts';

const now = new Date('2026-11-20T10:30:00+09:00');

test.each([
  ['20261118100000000', '2日 過ぎました'],
  ['20261120080000000', '2時間 過ぎました'],
  ['20261120102000000', '過ぎました'],
  ['20261120160000000', '今日 16:00まで'],
  ['20261121000000000', '今日まで'],
  ['20261121090500000', 'あす 9:05まで'],
  ['20261122000000000', 'あすまで'],
  ['20261204000000000', '12月3日まで'],
])('%s is due %s', (dueAt, label) => {
  expect(dueLabel(dueAt, now)).toBe(label);
});

test('before nine, when Greenwich has the day before, the days are those of Japan', () => {
  const early = new Date('2026-11-21T03:00:00+09:00');
  expect(dueLabel('20261121080000000', early)).toBe('今日 8:00まで');
  expect(dueLabel('20261122000000000', early)).toBe('今日まで');
  expect(dueLabel('20261122020000000', early)).toBe('あす 2:00まで');
});
