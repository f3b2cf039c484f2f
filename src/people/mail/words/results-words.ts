import type { MailKindFacts } from './mail-words.ts';

/** Texts of mails about pending results. */
export const resultsWords = {
  'results-not-released': {
    purpose: '査定結果を自動で確定できなかったこと',
    recipient: '運営',
    variables: ['取り込みの名前', '確定できなかった理由'],
    words: {
      subject: '【たすき】査定結果の確定をお待ちしています（{{取り込みの名前}}）',
      opening:
        '次の査定結果は、自動では確定しませんでした。寄付者には、まだ何もお知らせしていません。\n内容を確かめて、確定してください。',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
