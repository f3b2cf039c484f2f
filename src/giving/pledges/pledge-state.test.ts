import { expect, test } from 'vitest';
import { savedMessage } from './pledge-state.ts';

test.each([
  [undefined, 'published', '#mypledgeを公開しました。'],
  ['draft', 'published', '#mypledgeを公開しました。'],
  ['hidden', 'published', '#mypledgeを公開しました。'],
  ['published', 'published', '公開中の#mypledgeを更新しました。'],
  ['published', 'hidden', '#mypledgeを非公開にしました。'],
  ['hidden', 'hidden', '#mypledgeを保存しました。'],
  [undefined, 'draft', '下書きを保存しました。'],
] as const)('from %s to %s says what came of it', (before, after, message) => {
  expect(savedMessage(after, before)).toBe(message);
});
