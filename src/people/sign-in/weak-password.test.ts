import { expect, test } from 'vitest';
import { isMadeOf, isMonotone, isServiceName } from './weak-password.ts';

test.each([
  '        ',
  'aaaaaaaa',
  'AAAAaaaa',
  '１１１１1111',
  'ああああああああ',
  '　　　　　　　　',
])('%j is one character', (password) => expect(isMonotone(password)).toBe(true));

test.each(['abababab', 'a       b', '11111112'])('%j is more', (password) =>
  expect(isMonotone(password)).toBe(false),
);

test.each([
  'tasukitasuki',
  'Tasuki2026!',
  '  ＴＡＳＵＫＩ１２３  ',
  '2026たすき2026',
  'タスキ12345',
  '#mypledge',
  'tasuki-mypledge',
])('%s is the name of the service', (password) => expect(isServiceName(password)).toBe(true));

test.each(['tasuki no hako', 'watasuki', 'たすきがけの夜', '12345678', '!!??!!??'])(
  '%s is not',
  (password) => expect(isServiceName(password)).toBe(false),
);

const own = ['hanako.yamada@mail.example.jp', '山田', '花子', 'やまだ', 'はなこ', '09012345678'];

test.each([
  'hanako.yamada@mail.example.jp',
  'HANAKO.YAMADA',
  'hanakoyamada1985',
  'yamada-hanako!',
  '12hanako34',
  'mail.example.jp',
  '山田花子1985',
  'はなこはなこ',
  '090-1234-5678',
  '０９０１２３４５６７８',
  '+819012345678',
])('%s is made of what is known of a person', (password) =>
  expect(isMadeOf(password, own)).toBe(true),
);

test.each(['hanako no neko', '山田さんの庭', '12345678', '19850401', 'jpjpjpjp', 'exampleplum'])(
  '%s is not',
  (password) => expect(isMadeOf(password, own)).toBe(false),
);

test('without personal data any text is allowed', () => {
  expect(isMadeOf('two words', ['', ' '])).toBe(false);
});

test('a long password and long words are compared at once', () => {
  const words = Array.from({ length: 100 }, (_, index) => 'a'.repeat(index + 3));
  expect(isMadeOf(`${'a'.repeat(127)}b`, words)).toBe(false);
});
