import type { MailKindFacts } from './mail-words.ts';

/** Texts of mails about receipts. */
export const receiptWords = {
  'receipts-issued': {
    purpose: '運営がまとめて発行した受領証明書のお知らせ',
    recipient: '受領証明書を希望した方',
    variables: ['お名前', '件数'],
    words: {
      subject: '【たすき】受領証明書を発行しました（{{件数}}）',
      opening:
        'お申し込みのときにご希望いただいた、寄付金の受領証明書を発行しました。\nマイページからPDFを保存して、確定申告にお使いください。',
      closing: '紙の証明書をご希望のときや、お名前・ご住所の訂正は、お問い合わせください。',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
