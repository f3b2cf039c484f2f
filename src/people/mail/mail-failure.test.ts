import { expect, test } from 'vitest';
import { mailFailureWords } from './mail-failure.ts';

test.each([
  ['', ''],
  ['EENVELOPE 550 no such user', '宛先のメールアドレスがありません。綴りをお確かめください。'],
  ['EENVELOPE 552 mailbox full', '宛先のメールボックスがいっぱいです。'],
  ['EENVELOPE 552 552 5.2.2 Over quota', '宛先のメールボックスがいっぱいです。'],
  ['EMESSAGE 552 552 5.2.3 too large', 'メールが大きすぎて、受け取られませんでした。'],
  ['EENVELOPE 550 550 5.2.1 disabled', '宛先のメールアドレスは、もう使われていません。'],
  [
    'EENVELOPE 550 550 5.7.1 blocked by a list',
    '宛先のメールサーバーが、迷惑メールなどの理由で受け取りませんでした。',
  ],
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
