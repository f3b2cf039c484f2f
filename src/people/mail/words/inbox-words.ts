import type { MailKindFacts } from './mail-words.ts';

const operators = '運営';

/** Texts of mails about visitors' messages. */
export const inboxWords = {
  'contact-received': {
    purpose: 'お問い合わせの控え',
    recipient: 'お問い合わせの方',
    variables: ['受付番号', 'お問い合わせの種類'],
    words: {
      subject: '【たすき】お問い合わせを受け付けました（{{受付番号}}）',
      opening:
        'お問い合わせをありがとうございます。\n内容を確認し、3営業日以内を目安に、このメールアドレスへお返事します。',
      closing: 'お返事が届かないときは、受付番号を添えて、もう一度お問い合わせください。',
    },
  },
  'contact-to-answer': {
    purpose: 'お問い合わせが届いたこと',
    recipient: operators,
    variables: ['受付番号', 'お問い合わせの種類'],
    words: {
      subject: '【たすき】お問い合わせが届きました（{{受付番号}}）',
      opening: 'サイトのお問い合わせフォームから、次の内容が届きました。',
      closing: 'お返事は、運営の画面からお送りください。期限は、届いてから3日です。',
    },
  },
  'listing-received': {
    purpose: '団体掲載のお申し込みの控え',
    recipient: '掲載を申請した方',
    variables: ['受付番号'],
    words: {
      subject: '【たすき】団体掲載のお申し込みを受け付けました（{{受付番号}}）',
      opening:
        '団体掲載のお申し込みをありがとうございます。\n内容を確認し、5営業日以内を目安に、担当者からご連絡します。',
      body: '掲載までの流れと条件は、次のページでご覧いただけます。',
      closing: '',
    },
  },
  'listing-to-decide': {
    purpose: '団体掲載のお申し込みが届いたこと',
    recipient: operators,
    variables: ['受付番号'],
    words: {
      subject: '【たすき】団体掲載のお申し込みが届きました（{{受付番号}}）',
      opening: '団体から、掲載のお申し込みが届きました。',
      closing: '',
    },
  },
  'thread-reply': {
    purpose: 'お問い合わせや掲載申請へのお返事（本文は担当者が書いたもの）',
    recipient: 'お問い合わせ・掲載申請の方',
    variables: ['受付番号', 'やり取りの種類'],
    words: {
      subject: '【たすき】{{やり取りの種類}}へのお返事（{{受付番号}}）',
      opening: '',
      closing: '',
    },
  },
  'thread-word': {
    purpose: 'やり取りに新しいお返事が届いたこと',
    recipient: operators,
    variables: ['受付番号', 'やり取りの種類'],
    words: {
      subject: '【たすき】{{やり取りの種類}}にお返事が届きました（{{受付番号}}）',
      opening: 'やり取りに、新しいお返事が届きました。',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
