import { expect, test } from 'vitest';
import { markForm, markOf } from './generation-mark.ts';

test('no generation has the mark of another, and none a letter that is taken for a digit', () => {
  const marks = Array.from({ length: 600 }, (_, index) => markOf(index + 1));
  expect(marks.slice(0, 9)).toEqual(['', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J']);
  expect(marks.slice(22, 27)).toEqual(['Y', 'Z', 'AA', 'AB', 'AC']);
  expect(new Set(marks).size).toBe(marks.length);
  const form = new RegExp(`^${markForm}$`);
  expect(marks.filter((mark) => !form.test(mark) || /[IO]/.test(mark))).toEqual([]);
});
