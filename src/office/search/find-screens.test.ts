import { expect, test } from 'vitest';
import { findScreens } from './find-screens.ts';

const found = (typed: string, role: Parameters<typeof findScreens>[1] = 'owner') =>
  findScreens(typed, role).map(({ label }) => label);

test.each([
  ['口座', '設定 › 振込元の口座'],
  ['ｆａｑ', 'サイト › よくあるご質問'],
  ['すたっふ', '設定 › 人と役割'],
  ['電話 入力', 'お電話のお申し込みを入力する'],
  ['領収書', '寄付者 › 受領証明書'],
])('%s finds %s', (typed, label) => {
  expect(found(typed)).toContain(label);
});

test('a title comes before other words, and nothing is found by nothing', () => {
  expect(found('送金')[0]).toContain('送金');
  expect(found(' 　')).toEqual([]);
  expect(found('どこにもない言葉')).toEqual([]);
});

test('a role finds what it may open', () => {
  expect(found('口座', 'warehouse')).toEqual([]);
  expect(found('入荷', 'warehouse')).toEqual(['到着 › 到着の受付']);
});
