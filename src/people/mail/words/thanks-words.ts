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
  'use-report': {
    purpose: '寄付の使い道の報告が届いたこと（報告ごとに1通）',
    recipient: '寄付した方',
    variables: ['お名前', '団体', '使い道', '使われた金額'],
    words: {
      subject: '【たすき】ご寄付の使い道のご報告が届きました（{{団体}}）',
      opening:
        '{{団体}}から、ご寄付の使い道のご報告が届きました。\nあなたのご寄付のうち{{使われた金額}}は、「{{使い道}}」に使われました。',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
