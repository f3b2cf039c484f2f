import { expect, test } from 'vitest';
import { someOf } from './some-of.ts';

test.each([
  [[], '', ''],
  [['TS-1'], 'TS-1', 'TS-1'],
  [[1, 2, 3, 4, 5], '1、2、3、4、5', '1、2、3、4、5'],
  [[1, 2, 3, 4, 5, 6], '1、2、3、4、5 ほか', '1、2、3、4、5ほか1件'],
])(
  'of %j five are named at most, and only then how many more there are',
  (names, words, counted) => {
    expect(someOf(names)).toBe(words);
    expect(someOf(names, (count) => `ほか${count}件`)).toBe(counted);
  },
);
