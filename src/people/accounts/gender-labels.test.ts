import { expect, test } from 'vitest';
import { genderLabels } from './gender.ts';

test('genders are called 男, 女 and 指定しない', () => {
  expect(genderLabels).toEqual({ male: '男', female: '女', unspecified: '指定しない' });
});
