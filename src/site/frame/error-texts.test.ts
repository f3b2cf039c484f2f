import { expect, test } from 'vitest';
import { errorText } from './error-texts.ts';

test('a missing page is explained in both languages', () => {
  const { message, explanation } = errorText(404);
  expect(message).toBe('This page could not be found');
  expect(explanation).toMatch(/^お探しのページは見つかりませんでした。/);
});

test('an English message of our own gets the sentence of its status', () => {
  const { message, explanation } = errorText(500, 'Unknown middleware prepared');
  expect(message).toBe('Unknown middleware prepared');
  expect(explanation).toMatch(/^サーバーで問題が起きました。/);
});

test('a Japanese message stands alone', () => {
  expect(errorText(404, '団体が見つかりません。')).toEqual({
    message: '団体が見つかりません。',
    explanation: undefined,
  });
});

test('a status without a text of its own is explained as the server’s fault', () => {
  expect(errorText(502, 'Bad Gateway').explanation).toBe(errorText(500).explanation);
});
