import { expect, test } from 'vitest';
import { mailHref, telHref } from './contact-href.ts';

/** Parses a link like a mail program. */
function read(href: string) {
  const { protocol, pathname, searchParams } = new URL(href);
  return { protocol, to: decodeURIComponent(pathname), headers: Object.fromEntries(searchParams) };
}

test.each([
  'hanako@example.jp',
  'a..b.@docomo.ne.jp',
  'a+tag@sub-domain.example.co.jp',
  '花子@example.jp',
  '"quoted"@example.jp',
  "o'neil!#$*/=^_`{|}~@example.jp",
])('a mail to %s goes there', (email) => {
  expect(read(mailHref(email))).toEqual({ protocol: 'mailto:', to: email, headers: {} });
});

test('an ordinary address is written as it is', () => {
  expect(mailHref('hanako.t-1@example.jp')).toBe('mailto:hanako.t-1@example.jp');
});

test.each([
  'm%40a.jp?bcc=evil@example.jp',
  'm%40a.jp?subject=x&body=y@example.jp',
  'a,b;c@example.jp',
  'a&cc=b@example.jp',
  'a%0D%0ABcc:b@example.jp',
  'a#b@example.jp',
])('%s adds nothing to a mail', (email) => {
  const href = mailHref(email, { subject: '受付番号 TC-1 & ?' });
  expect(read(href)).toEqual({
    protocol: 'mailto:',
    to: email,
    headers: { subject: '受付番号 TC-1 & ?' },
  });
  expect(href.slice('mailto:'.length, href.indexOf('?'))).not.toMatch(/[,;&#\s]/);
});

test('a mail for sharing has no recipient, and keeps its line breaks', () => {
  const { to, headers } = read(
    mailHref('', { subject: '題名', body: '題名\nhttps://a.example/?b=c' }),
  );
  expect([to, headers]).toEqual(['', { subject: '題名', body: '題名\nhttps://a.example/?b=c' }]);
  expect(mailHref('', { body: 'a b' })).toBe('mailto:?body=a%20b');
});

test('any characters of a phone number are encoded', () => {
  expect(telHref('09012345678')).toBe('tel:09012345678');
  expect(telHref('090;phone-context=evil')).toBe('tel:090%3Bphone-context%3Devil');
});
