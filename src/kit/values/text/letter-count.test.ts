import { expect, test } from 'vitest';
import { line, paragraphs } from '#kit/values/typed-text.ts';
import { letterCount } from './letter-count.ts';

test.each([
  ['', 0],
  ['花子', 2],
  ['𠮷野家', 3],
  ['か\u3099', 2],
  ['葛\u{E0100}', 2],
  ['\ud842', 1],
])('%j has %i letters', (text, count) => expect(letterCount(text)).toBe(count));

test('letters of two units count as one, in a line and in a long text', () => {
  for (const schema of [line('名', 50), paragraphs('名', 50)]) {
    expect(schema.safeParse('𠮷'.repeat(50)).success).toBe(true);
    expect(schema.safeParse('𠮷'.repeat(51)).error?.issues.map(({ message }) => message)).toEqual([
      '名は50文字以内で入力してください。',
    ]);
  }
});

test('a text of megabytes is not counted to its end', () => {
  expect(letterCount('あ'.repeat(5_000_000), 50)).toBe(51);
});
