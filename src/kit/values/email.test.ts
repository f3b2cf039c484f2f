import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processorMs } from '#test/timing/processor-time.ts';
import {
  Email,
  emailDomains,
  emailMessage,
  emailRequiredMessage,
  invalidEmailCode,
  isEmail,
  localPartMessage,
  NewEmail,
  normaliseEmail,
  suggestEmails,
} from './email.ts';

test.each([
  'hanako@example.jp',
  'a..b.@docomo.ne.jp',
  '.start@ezweb.ne.jp',
  'a+tag@sub-domain.example.co.jp',
  '花子@example.jp',
  '"quoted"@example.jp',
  'x@a.b',
  'x@1.2',
])('%s passes the lenient rule', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  'hanako',
  '@example.jp',
  'hanako@',
  'hanako@example',
  'hanako@example.',
  'hanako@.jp',
  'hanako@exa_mple.jp',
  'hanako@例.jp',
  'a@b@example.jp',
  'ha nako@example.jp',
  'ha\u0000nako@example.jp',
  'hanako@example.jp\nBcc: x@example.jp',
  `${'a'.repeat(250)}@example.jp`,
])('%j does not', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each([
  'a..b@docomo.ne.jp',
  'a..b.@docomo.ne.jp',
  '.start@ezweb.ne.jp',
  'a.@d.vodafone.ne.jp',
  'a..b@example.jp',
  "o'neil+tag/x=y@example.co.jp",
  'a_b-@example.com',
  'x@xn--n8jw02a.xn--q9jyb4c',
  'x@0-1.example',
])('%s can be given', (text) => expect(NewEmail.parse(text)).toBe(text));

test.each([
  'a,b@c.d',
  'a,b@example.jp',
  '"a"@example.jp',
  'a;b@example.jp',
  'a(b)@example.jp',
  '<a@example.jp',
  'a\\b@example.jp',
  'a:b@example.jp',
  '.a@example.jp',
  'a.@example.jp',
  'a@-example.jp',
  'a@example-.jp',
  'a@example.1',
  'a@192.168.0.1',
  'a@example.j',
  `a@${'b'.repeat(64)}.jp`,
  `${'a'.repeat(65)}@example.jp`,
])('%s is taken by no server, but a sign-in may still name it', (text) => {
  expect(NewEmail.safeParse(text).error?.issues).toMatchObject([
    { message: emailMessage, params: { code: invalidEmailCode } },
  ]);
  expect(Email.parse(text)).toBe(text);
});

test('of a wrong address one mistake is told', () => {
  expect(NewEmail.safeParse('hanako@').error?.issues).toHaveLength(1);
  expect(NewEmail.safeParse('').error?.issues).toHaveLength(1);
});

test('an empty address is required, a wrong one has the code and the Japanese message', () => {
  const messages = (value: unknown) =>
    Email.safeParse(value).error?.issues.map((issue) => issue.message);
  expect(messages('')).toEqual([emailRequiredMessage]);
  expect(messages('　 ')).toEqual([emailRequiredMessage]);
  expect(messages(undefined)).toEqual([emailRequiredMessage]);
  expect(messages('hanako@')).toEqual([emailMessage]);
  expect(Email.safeParse('hanako@').error?.issues[0]).toMatchObject({
    params: { code: invalidEmailCode },
  });
  expect(emailRequiredMessage).toBe('メールアドレスを入力して下さい');
  expect(emailMessage).toBe('正しいメールアドレスを入力してください。');
  expect(invalidEmailCode).toBe('invalid email format');
});

test('an address is stored half width, lower case and trimmed', () => {
  expect(Email.parse('　Hanako＠Example．JP ')).toBe('hanako@example.jp');
});

test('an address in letters of another width or style is the same address', () => {
  for (const typed of [
    'ｈａｎａｋｏ@example.jp',
    '𝒽𝒶𝓃𝒶𝓀ℴ@example.jp',
    'hanako﹫example.jp',
    '\u202Ahanako@example.jp\u202C',
  ]) {
    expect(Email.parse(typed)).toBe('hanako@example.jp');
  }
  // A Cyrillic а makes it another address.
  expect(Email.parse('hаnako@example.jp')).not.toBe('hanako@example.jp');
});

test.each([
  ...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C\u00AD\u034F',
  ...'\u200B\u200C\u200D\u2060\uFEFF\u3164\u115F\u1160\uFFA0\u2800\uFE0F\u{E0100}\u2028',
])('an address with %j within is wrong: it would look like another', (letter) => {
  expect(isEmail(`hana${letter}ko@example.jp`)).toBe(false);
  expect(Email.safeParse(`hana${letter}ko@example.jp`).success).toBe(false);
  expect(Email.safeParse(`花${letter}子@example.jp`).success).toBe(false);
  expect(Email.safeParse(`${letter}@example.jp`).success).toBe(false);
});

test('normalising twice changes nothing, and what passes stays an address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.emailAddress(), (noise, address) => {
      expect(normaliseEmail(normaliseEmail(noise))).toBe(normaliseEmail(noise));
      expect(isEmail(normaliseEmail(address.toUpperCase()))).toBe(isEmail(address));
    }),
  );
});

test('an address that passes has text, one @ and dotted labels', () => {
  const pieces = fc.constantFrom('a', 'Z', '0', '-', '.', '@', ' ', '_', '花');
  fc.assert(
    fc.property(fc.string({ unit: pieces }), (text) => {
      expect(isEmail(text)).toBe(/^[^@\s]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(text));
    }),
  );
});

test.each([
  ['dots', `a@${'a.'.repeat(50_000)}`],
  ['ats', '@'.repeat(100_000)],
  ['letters', 'a'.repeat(100_000)],
  ['spaces', ' '.repeat(100_000)],
  ['wide letters', 'Ａ'.repeat(100_000)],
])('100 KB of %s are refused at once', (_, text) => {
  const read = () => {
    expect(Email.safeParse(text).success).toBe(false);
    expect(suggestEmails(text)).toEqual([]);
  };
  expect(processorMs(read)).toBeLessThan(1_000);
});

test('domains are suggested after the @ by their beginning, an exact one is left out', () => {
  expect(suggestEmails('hanako')).toEqual([]);
  expect(suggestEmails('@')).toEqual([]);
  expect(suggestEmails('hanako@')).toHaveLength(emailDomains.length);
  expect(suggestEmails('hanako@gma')).toEqual(['hanako@gmail.com']);
  expect(suggestEmails('hanako＠ｇｍａ')).toEqual(['hanako@gmail.com']);
  expect(suggestEmails('hanako@Y')).toEqual([
    'hanako@yahoo.co.jp',
    'hanako@yahoo.ne.jp',
    'hanako@ybb.ne.jp',
    'hanako@ymobile.ne.jp',
  ]);
  expect(suggestEmails('hanako@yahoo.co.jp')).toEqual([]);
  expect(suggestEmails('hanako@zzz')).toEqual([]);
});

test('domains are offered in the order of the list that the product set out with', () => {
  const order =
    'yahoo.co.jp gmail.com ezweb.ne.jp docomo.ne.jp i.softbank.jp softbank.ne.jp excite.co.jp googlemail.com ' +
    'hotmail.co.jp hotmail.com icloud.com live.jp me.com mineo.jp nifty.com outlook.com outlook.jp yahoo.ne.jp ' +
    'ybb.ne.jp ymobile.ne.jp au.com';
  expect(suggestEmails('hanako@')).toEqual(order.split(' ').map((domain) => `hanako@${domain}`));
});

test('every suggestion continues what was typed and is an address', () => {
  fc.assert(
    fc.property(fc.constantFrom(...emailDomains), fc.nat(20), (domain, length) => {
      const typed = `hanako@${domain.slice(0, length)}`;
      for (const suggestion of suggestEmails(typed)) {
        expect(suggestion.startsWith(typed) && suggestion !== typed).toBe(true);
        expect(isEmail(suggestion)).toBe(true);
      }
    }),
  );
});

test.each([
  ['hanako@日本語.jp', 'hanako@xn--wgv71a119e.jp'],
  ['Hanako@日本語。ｊｐ', 'hanako@xn--wgv71a119e.jp'],
  ['hanako@mail.例え.テスト', 'hanako@mail.xn--r8jz45g.xn--zckzah'],
  ['hanako@BÜCHER.example', 'hanako@xn--bcher-kva.example'],
])('%s goes by the name that mail servers know: %s', (typed, email) => {
  expect(NewEmail.parse(typed)).toBe(email);
  expect(normaliseEmail(email)).toBe(email);
});

test.each(['花子@example.jp', 'はなこ@日本語.jp', 'hanakо@example.jp'])(
  '%s is refused with what to do, for its letters before the @',
  (typed) => {
    const { error } = NewEmail.safeParse(typed);
    expect(error?.issues.map(({ message }) => message)).toEqual([localPartMessage]);
  },
);

test.each([
  'hanako@日 本.jp',
  'hanako@日本語',
  'hanako@日本/語.jp',
  'hanako@日本語.jp:25',
  'hanako@-日本語.jp',
])('%s is no address', (typed) => expect(NewEmail.safeParse(typed).success).toBe(false));
