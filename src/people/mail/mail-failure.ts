/** Reasons of failed mails, by enhanced status code (RFC 3463) or SMTP reply code. */
const byStatus: readonly (readonly [RegExp, string])[] = [
  [/\b[45]\.(?:2\.3|3\.4)\b/, 'メールが大きすぎて、受け取られませんでした。'],
  [/\b[45]\.2\.2\b/, '宛先のメールボックスがいっぱいです。'],
  [/\b5\.2\.1\b|\b5\.7\.1[378]\b/, '宛先のメールアドレスは、もう使われていません。'],
  [/\b5\.7\.\d+\b/, '宛先のメールサーバーが、迷惑メールなどの理由で受け取りませんでした。'],
  [
    /\b[45]\.1\.[01236]\b|\bEENVELOPE 55[013]\b|; 55[013]\b/,
    '宛先のメールアドレスがありません。綴りをお確かめください。',
  ],
  [/\b554\b/, '宛先のメールサーバーが、迷惑メールなどの理由で受け取りませんでした。'],
  [/\bEMESSAGE 55\d\b/, 'メールが大きすぎて、受け取られませんでした。'],
  [/\b[45]52\b/, '宛先のメールボックスがいっぱいです。'],
  [/\b4\d\d\b|\b4\.\d\.\d+\b/, '宛先のメールサーバーが、一時的に受け取れませんでした。'],
];

const byCode: Readonly<Record<string, string>> = {
  ADDRESS: 'この宛先には送れません。綴りをお確かめください。',
  SEALED: 'リンクを開く鍵（SECRET）が見つかりません。設定をお確かめください。',
  FILES: '添付ファイルを読み出せませんでした。保管場所をお確かめください。',
  ESENDER:
    'メールサーバーが、差出人のアドレス（MAIL_FROM）を受け付けません。設定をお確かめください。',
  EAUTH: 'メールサーバーにログインできません。SMTP_URLをお確かめください。',
  EDNS: 'メールサーバーが見つかりません。SMTP_URLをお確かめください。',
  ECONNECTION: 'メールサーバーにつながりません。',
  ESOCKET: 'メールサーバーにつながりません。',
  ETIMEDOUT: 'メールサーバーの返事が遅すぎました。',
  ETLS: 'メールサーバーと安全に通信できません。証明書をお確かめください。',
};

const isAboutMail = (code: string) => ['EENVELOPE', 'EMESSAGE', 'BOUNCE'].includes(code);

/** Whether the recipient's side refused the mail, rather than our own server failing. */
export const isRecipientFailure = (lastError: string): boolean => {
  const [code = ''] = lastError.split(' ');
  return isAboutMail(code) || code === 'ADDRESS';
};

/** Advice to the operator on a mail that was given up; '' if it did not fail. */
export function mailFailureAdvice(lastError: string): string {
  if (lastError === '') return '';
  return isRecipientFailure(lastError)
    ? 'ご本人に正しいアドレスを確かめ、宛先を直してもう一度送ってください。'
    : '設定を直したあと、「送り直す」からお進みください。';
}

/** Failure in words; '' if it did not fail. Shown beside the server's own reply. */
export function mailFailureWords(lastError: string): string {
  if (lastError === '') return '';
  const [code = ''] = lastError.split(' ');
  const known = byStatus.find(([pattern]) => pattern.test(lastError))?.[1];
  if (isAboutMail(code)) {
    const said = known ?? '宛先のメールサーバーが受け取りませんでした。';
    return code === 'BOUNCE' ? `届かずに戻ってきました。${said}` : said;
  }
  return byCode[code] ?? '送信できませんでした。';
}
