import { expect, test } from 'vitest';
import { mailFailureWords } from './mail-failure.ts';

test.each([
  ['', ''],
  ['EENVELOPE 550 no such user', '宛先のメールアドレスがありません。綴りをお確かめください。'],
  ['EENVELOPE 552 mailbox full', '宛先のメールボックスがいっぱいです。'],
  [
    'BOUNCE 5.1.1 unknown',
    '届かずに戻ってきました。宛先のメールアドレスがありません。綴りをお確かめください。',
  ],
  ['BOUNCE', '届かずに戻ってきました。宛先のメールサーバーが受け取りませんでした。'],
  ['EAUTH 535', 'メールサーバーにログインできません。SMTP_URLをお確かめください。'],
  ['WHATEVER', '送信できませんでした。'],
])('%j is told in words', (lastError, words) => {
  expect(mailFailureWords(lastError)).toBe(words);
});
