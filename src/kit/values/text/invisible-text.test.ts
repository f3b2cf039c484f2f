import { expect, test } from 'vitest';
import { line, optionalLine, optionalParagraphs, paragraphs } from '#kit/values/typed-text.ts';

const Name = line('名', 50);
const Text = paragraphs('本文', 2000);
const messages = (schema: typeof Name, text: string) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message);
const codes = (text: string) =>
  [...text]
    .map((letter) => `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');

const invisible = [
  ...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C',
  ...'\u200B\u200C\u200D\u2060\uFEFF\u00AD\u034F\u3164\u115F\u1160\uFFA0\u180E\u{E0041}\u{E01F0}',
  ...'\u2028\u2029\u2800\uFFF9\uFFFA\uFFFB',
];
const unseen = '名に、目に見えない文字が入っています。一度消して、入力し直してください。';

test.each(invisible.map((letter) => [codes(letter), letter]))(
  'a name holds no %s',
  (_code, letter) => {
    expect(messages(Name, letter)).toEqual(['名を入力してください。']);
    expect(messages(Name, ` ${letter}${letter} `)).toEqual(['名を入力してください。']);
    expect(messages(Name, `花${letter}子`)).toEqual([unseen]);
    // Invisible characters come along with copied text.
    expect(Name.parse(` ${letter}花子${letter} `)).toBe('花子');
    expect(optionalLine('表示名', 50).parse(letter)).toBe('');
  },
);

test.each(invisible.map((letter) => [codes(letter), letter]))(
  'a long text is taken without %s',
  (_code, letter) => {
    expect(messages(Text, letter)).toEqual(['本文を入力してください。']);
    const isBreak = letter === '\u2028' || letter === '\u2029';
    expect(Text.parse(`${letter}花${letter}子\nより${letter}`)).toBe(
      isBreak ? '花\n子\nより' : '花子\nより',
    );
  },
);

test.each([
  '葛\u{E0100}飾',
  '辻\u{E0101}',
  '渡邉\u{E010E} 花子',
  '神\uFE00',
  'はなこ❤\uFE0F',
  '1\uFE0F\u20E3番',
])('%s is a name as it stands', (name) => expect(Name.parse(name)).toBe(name));

test.each(['あ\uFE00', 'a\u{E0100}', '\uFE0F花', '葛\u{E0100}\u{E0100}'])(
  'a selector of no shape is refused: %j',
  (name) => expect(messages(Name, name)).toEqual([unseen]),
);

test.each(['👨\u200D👩\u200D👧', '👩🏽\u200D⚕\uFE0Fより', '🏳\uFE0F\u200D🌈\n虹'])(
  'an emoji of several stays in a long text: %s',
  (text) => expect(Text.parse(text)).toBe(text),
);

test('a joiner between other letters goes', () => {
  expect(Text.parse('花\u200D子👧\u200D子')).toBe('花子👧子');
});

test('lines, tabs and spaces within a long text stay', () => {
  expect(optionalParagraphs('本文', 100).parse('\n　一行目\t\r\n\n 二行目　\n')).toBe(
    '一行目\t\r\n\n 二行目',
  );
});
