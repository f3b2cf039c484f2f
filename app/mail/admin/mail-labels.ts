import type { ChipTone } from '#app/ui/chip.tsx';
import type { MailState } from '#domain/mail/admin-mail.ts';

const kindLabels: Record<string, string> = {
  welcome: '登録のお礼',
  'verify-email': 'アドレスの確認',
  reset: 'パスワード再設定',
  'confirm-email-change': '新しいアドレスの確認',
  'email-change-asked': 'アドレスの変更の申し出',
  'email-changed': 'アドレスの変更',
  'undo-ended': 'アドレスの変更の確定',
  'sign-in-changed': 'ログインの設定の変更',
  'service-tied': 'ログインの方法の追加',
  'service-untied': 'ログインの方法の解除',
  'application-received': '申し込みの受付',
  'application-corrected': '申し込みの変更',
  'kit-sent': '箱の発送',
  'goods-received': 'お品物の到着',
  'identity-due': '本人確認のお願い',
  'identity-returned': '本人確認の差し戻し',
  'donation-completed': '寄付の完了',
  remitted: '送金',
  thanked: '団体からのお礼',
  'application-cancelled': 'キャンセル',
  'application-returned': '返送',
  'application-unpriced': '値付不可',
  'result-withdrawn': '結果の訂正',
  'kit-reminder': '箱の発送のお願い',
  'next-box': '次の寄付のご案内',
  'pledge-reported': '#mypledgeの通報の着信',
  'pledge-withheld': '#mypledgeの停止',
  'pledge-shown-again': '#mypledgeの再公開',
  'pledge-released': '#mypledgeの停止の解除',
  'contact-received': 'お問い合わせの控え',
  'contact-to-answer': 'お問い合わせの着信',
  'listing-received': '掲載申請の控え',
  'listing-to-decide': '掲載申請の着信',
  'thread-reply': 'お返事',
  'thread-word': 'お返事の着信',
};

/** What a mail is about; a kind that is not known here goes by its own name. */
export const kindLabel = (kind: string): string => kindLabels[kind] ?? kind;

export const mailTones: Record<MailState, ChipTone> = {
  waiting: 'honey',
  sent: 'leaf',
  dead: 'error',
  held: 'plain',
};
