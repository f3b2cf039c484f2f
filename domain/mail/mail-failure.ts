/** Why a mail did not arrive, by the enhanced status code (RFC 3463) or the reply code of SMTP. */
const byStatus: readonly (readonly [RegExp, string])[] = [
  [/\b[45]\.2\.2\b|\b452\b|\b552\b/, '宛先のメールボックスがいっぱいです。'],
  [
    /\b[45]\.1\.[01236]\b|\b550\b|\b551\b|\b553\b/,
    '宛先のメールアドレスがありません。綴りをお確かめください。',
  ],
  [/\b5\.7\.\d+\b|\b554\b/, '宛先のメールサーバーが、迷惑メールなどの理由で受け取りませんでした。'],
  [/\b[45]\.3\.4\b|\bEMESSAGE 55\d\b/, 'メールが大きすぎて、受け取られませんでした。'],
  [/\b4\d\d\b|\b4\.\d\.\d+\b/, '宛先のメールサーバーが、一時的に受け取れませんでした。'],
];

const byCode: Readonly<Record<string, string>> = {
  ADDRESS: 'この宛先には送れません。綴りをお確かめください。',
  SEALED: 'リンクを開く鍵（SECRET）が見つかりません。設定をお確かめください。',
  FILES: '添付ファイルを読み出せませんでした。保管場所をお確かめください。',
  EAUTH: 'メールサーバーにログインできません。SMTP_URLをお確かめください。',
  EDNS: 'メールサーバーが見つかりません。SMTP_URLをお確かめください。',
  ECONNECTION: 'メールサーバーにつながりません。',
  ESOCKET: 'メールサーバーにつながりません。',
  ETIMEDOUT: 'メールサーバーの返事が遅すぎました。',
  ETLS: 'メールサーバーと安全に通信できません。証明書をお確かめください。',
};

/** Why a mail failed, in words; '' where nothing did. What the server said stands beside it. */
export function mailFailureWords(lastError: string): string {
  if (lastError === '') return '';
  const [code = ''] = lastError.split(' ');
  const known = byStatus.find(([pattern]) => pattern.test(lastError))?.[1];
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'BOUNCE';
  if (isAboutMail) {
    const said = known ?? '宛先のメールサーバーが受け取りませんでした。';
    return code === 'BOUNCE' ? `届かずに戻ってきました。${said}` : said;
  }
  return byCode[code] ?? '送信できませんでした。';
}
