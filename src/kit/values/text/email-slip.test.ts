import { expect, test } from 'vitest';
import { emailDomains } from '#kit/values/email.ts';
import { meantEmail } from './email-slip.ts';

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['yaho.co.jp', 'yahoo.co.jp'],
  ['yahoo.co.j', 'yahoo.co.jp'],
  ['yahoo.ne.j', 'yahoo.ne.jp'],
  ['docomo.co.jp', 'docomo.ne.jp'],
  ['ezweb.co.jp', 'ezweb.ne.jp'],
  ['icloud.co', 'icloud.com'],
  ['i.softbank.ne.jp', 'i.softbank.jp'],
])('who types %s may mean %s', (typed, meant) => {
  expect(meantEmail(`hanako@${typed}`)).toBe(`hanako@${meant}`);
});

test.each([
  ...emailDomains,
  // Domains of others, however similar: mail.com, ymail.com and email.com are real providers.
  ...['mail.com', 'ymail.com', 'email.com', 'gmx.com', 'yahoo.com', 'yahoo.fr', 'hotmail.fr'],
  ...['softbank.jp', 'softbank.co.jp', 'outlook.fr', 'live.com', 'tasuki.example'],
])('nothing is said of %s', (domain) => {
  expect(meantEmail(`hanako@${domain}`)).toBeUndefined();
});

test('an incomplete address gets no hint', () => {
  for (const text of ['', 'hanako', '@gmial.com', 'hanako@', 'gmial.com']) {
    expect(meantEmail(text)).toBeUndefined();
  }
});
