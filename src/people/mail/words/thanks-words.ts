import type { MailKindFacts } from './mail-words.ts';

/** Texts of mails with organisations' words to donors. */
export const thanksWords = {
  thanks: {
    purpose: '団体からお礼が届いたこと（多くても1日に1通）',
    recipient: '寄付した方',
    variables: ['お名前', '団体'],
    words: {
      subject: '【たすき】{{団体}}からお礼が届きました',
      opening: 'ご寄付の先の団体から、お礼のメッセージが届きました。',
      closing: '',
    },
  },
  'pledge-replied': {
    purpose: '#mypledgeに団体からお返事が届いたこと',
    recipient: '#mypledgeを書いた方',
    variables: ['お名前', '団体'],
    words: {
      subject: '【たすき】#mypledgeに{{団体}}からお返事が届きました',
      opening: 'お書きくださった#mypledgeに、{{団体}}からお返事が届きました。',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
