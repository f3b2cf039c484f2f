import type { MailKindFacts } from './mail-words.ts';

const author = '#mypledgeを書いた方';

/** Texts of mails about public pledges. */
export const pledgeWords = {
  'pledge-reported': {
    purpose: '#mypledgeの通報が届いたこと',
    recipient: '運営',
    variables: ['団体'],
    words: {
      subject: '【たすき】#mypledgeの通報が届きました',
      opening: '{{団体}}への寄付についての#mypledgeに、次の通報が届きました。',
      closing:
        '内容を確認し、公開を止めるか、問題なしとして対応済みにしてください。通報した方には返信できません。',
    },
  },
  'pledge-withheld': {
    purpose: '#mypledgeの公開を止めたこと',
    recipient: author,
    variables: ['お名前', '団体', 'いまの表示', 'お問い合わせページ'],
    words: {
      subject: '【たすき】#mypledgeの公開を止めました',
      opening:
        '{{団体}}への寄付についての#mypledgeを確認し、運営者が公開を止めました。{{いまの表示}}',
      closing:
        'お心当たりのないときや、直して公開したいときは、お問い合わせください。\n{{お問い合わせページ}}',
    },
  },
  'pledge-shown-again': {
    purpose: '#mypledgeをふたたび公開したこと',
    recipient: author,
    variables: ['お名前', '団体'],
    words: {
      subject: '【たすき】#mypledgeの公開を再開しました',
      opening:
        '{{団体}}への寄付についての#mypledgeを、ふたたび公開しました。ご不便をおかけしました。',
      closing: '',
    },
  },
  'pledge-released': {
    purpose: '#mypledgeの公開の停止を解いたこと',
    recipient: author,
    variables: ['お名前', '団体', 'いまの表示'],
    words: {
      subject: '【たすき】#mypledgeの公開の停止を解きました',
      opening: '{{団体}}への寄付についての#mypledgeの、公開の停止を解きました。{{いまの表示}}',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
