import { expect, test } from 'vitest';
import { refusalOf, refuse } from './refusal.ts';

test('a refusal travels as an error, with what else is said', () => {
  const error = refuse('Gone', '期限が切れました。', { title: 'リンク', retryAfterSeconds: 5 });
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toBe('Gone: 期限が切れました。');
  expect(refusalOf(error)).toEqual({
    type: 'Gone',
    message: '期限が切れました。',
    title: 'リンク',
    retryAfterSeconds: 5,
  });
});

test.each([new Error('x'), null, undefined, 'refusal', 1, {}])('%s is none', (thrown) => {
  expect(refusalOf(thrown)).toBeUndefined();
});
