import type { ChipTone } from '#app/ui/chip.tsx';
import type { MailState } from '#domain/mail/admin-mail.ts';
import type { MailKind } from '#domain/mail/mail-kinds.ts';

const labels: Record<MailKind | 'thanked' | 'template-test', string> = {
  welcome: '登録のお礼',
  'setup-link': '開設のリンク',
  'verify-email': 'アドレスの確認',
  reset: 'パスワード再設定',
  'confirm-email-change': '新しいアドレスの確認',
  'email-change-asked': 'アドレスの変更の申し出',
  'email-changed': 'アドレスの変更',
  'undo-ended': 'アドレスの変更の確定',
  'sign-in-changed': 'ログインの設定の変更',
  'facts-corrected': '登録の内容の変更',
  'records-merged': '記録の統合',
  'records-unmerged': '記録の統合の取り消し',
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
  thanks: '団体からのお礼',
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
  'pledge-replied': '#mypledgeへのお返事',
  'contact-received': 'お問い合わせの控え',
  'contact-to-answer': 'お問い合わせの着信',
  'listing-received': '掲載申請の控え',
  'listing-to-decide': '掲載申請の着信',
  invitation: '招待',
  'role-changed': '役割の変更',
  'approval-waiting': '承認のお願い',
  'approval-delayed': '1日おいて反映のお知らせ',
  'approval-decided': '依頼の結果',
  'results-not-released': '査定結果の確定のお願い',
  'listing-preparing': '掲載の準備のお知らせ',
  'certification-ending': '認定の期限のお知らせ',
  'thread-reply': 'お返事',
  'thread-word': 'お返事の着信',
  'template-test': 'テストメール',
};
const kindLabels: Readonly<Record<string, string>> = labels;

/** What a mail is about; a kind that is not known here goes by its own name. */
export const kindLabel = (kind: string): string => kindLabels[kind] ?? kind;

export const mailTones: Record<MailState, ChipTone> = {
  waiting: 'honey',
  sent: 'leaf',
  dead: 'error',
  held: 'plain',
};
