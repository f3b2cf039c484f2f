import { expect, test } from 'vitest';
import { optionalPersonName, personName } from './person-name.ts';

const Name = personName('姓', 50);
const messages = (text: string) => Name.safeParse(text).error?.issues.map(({ message }) => message);
const refused = '姓に、ホームページなどのアドレスは入れられません。姓だけを入力してください。';

test.each([
  '【重要】http://evil.example',
  'HTTPS://evil.example/',
  'ｈｔｔｐｓ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ',
  'ftp://a',
  'www.evil.example',
  'お知らせwww.evil.test',
  '当選 evil.jp',
  'evil.co.jp/当選',
  'ｅｖｉｌ．ｊｐ／ａ',
  'evil。com',
  '日本語.jp',
  't.me/evil',
  'bit.ly/3abc',
  'evil.io?x',
  'evil.zip:8080/a',
  'hanako@evil.com',
  'x.xyz',
])('%s holds the address of a page', (name) => expect(messages(name)).toEqual([refused]));

test.each([
  'ジョン.スミス',
  'St. John',
  'St.John',
  "O'Neil-山田",
  'J.R.Smith',
  'J.R.R. トールキン',
  'A.I.',
  'Mr.Children',
  'will.i.am',
  'K.To',
  'マリー・アントワネット',
  '田中／山田',
  'スミス，ジョン',
  'モーニング娘。',
  'Dr.コトー',
  '1.山田',
  'Ph.D',
  'ドットコム',
  'Yamada #2',
])('%s is a name', (name) => expect(Name.parse(name)).toBe(name));

test.each(['花子😀', '👩🏽\u200D⚕\uFE0F', '花❤\uFE0F子', '花子🇯🇵', '1\uFE0F\u20E3', '☎'])(
  'an emoji is in no name, since no paper can show it: %s',
  (name) => {
    expect(messages(name)).toEqual(['姓に、絵文字は使えません。']);
    expect(optionalPersonName('表示名', 50).safeParse(name).success).toBe(true);
  },
);

test.each([
  '髙﨑',
  '𠮷田',
  '𡈽屋',
  '𰻞',
  '渡邉\u{E010E}',
  '葛\u{E0100}飾',
  '佐々木',
  '〻',
  '㐂久子',
  'Åsa',
])('a rare kanji is a name: %s', (name) => expect(Name.parse(name)).toBe(name));

test.each(['花\uE000子', '\uF8FF', '\u{F0000}', '花\uFFFD子', '花\uFFFF子', '\u{1FFFE}'])(
  'a letter that means nothing elsewhere is in no name: %j',
  (name) => expect(messages(name)).toEqual(['姓に使えない文字が含まれています。']),
);

test('a line break is in no name', () => {
  for (const text of ['花\n子', '花\r\nBcc: a@b.example', '花\u2028子']) {
    expect(messages(text)).toHaveLength(text.includes('example') ? 2 : 1);
  }
});

test('a name that may be empty follows the same rule', () => {
  const Shown = optionalPersonName('表示名', 50);
  expect(Shown.parse('')).toBe('');
  expect(Shown.safeParse('evil.jp/').success).toBe(false);
});
