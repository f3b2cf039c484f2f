/** Parts of a mail that the operator can rewrite; the rest (facts, links, security advice) is fixed. */
export type MailWords = { subject: string; opening: string; body: string; closing: string };
export type MailPart = Exclude<keyof MailWords, 'subject'>;

/** Placeholders {{…}} and their meaning. */
export const mailVariables = {
  お名前: 'メールを受け取る方のお名前（様は付きません）',
  申込番号: 'お申し込みの番号',
  寄付先: '寄付先の団体または基金の名前',
  お品物: 'お申し込みのお品物の種類',
  箱の数: 'お申し込みの箱の数（例：2箱）',
  お届け希望日: '箱のお届けを希望された日',
  お届け時間帯: '箱のお届けを希望された時間帯',
  集荷の日: '箱の集荷に伺う日',
  集荷の時間帯: '箱の集荷に伺う時間帯',
  箱の状況: '調査中・紛失・破損など、お送りした箱の状況',
  査定金額: '査定の金額（例：12,000円）',
  寄付金額: '寄付額（例：3,240円）',
  お品物の状況: 'いったん取り消した結果に応じた、お品物についての一文',
  訂正前の結果: '先にお知らせした結果（例：12,000円）',
  訂正後の結果: '訂正した結果（例：1,200円）',
  いまの状態: 'お申し込みのいまの状態（例：箱の発送）',
  団体: '団体の名前',
  認定の番号: '団体の認定の番号',
  期限: '認定の期限の日',
  残りの日数: '期限までの日数（例：30日）',
  送金額: '送った金額（例：12,345円）',
  着金日: '団体の口座に入った日（例：2026/11/20）',
  明細書番号: '明細書の番号（例：S2026-000123）',
  使い道: '団体が報告した使い道（例：子猫のワクチン）',
  使われた金額: 'そのうち、メールを受け取る方の寄付からの金額（例：3,600円）',
  受付番号: 'お問い合わせや掲載申請の番号',
  お問い合わせの種類: 'お問い合わせのときに選ばれた種類',
  やり取りの種類: '「お問い合わせ」か「団体掲載のお申し込み」',
  招待先: '招待された団体、または運営',
  役割: '招待された役割',
  有効な日数: '招待の期限（例：7日）',
  これまでの役割: '変わる前の役割',
  これからの役割: '変わった後の役割',
  件数: 'お約束の日を過ぎたお申し込みの数（例：3件）',
  依頼の内容: '承認を待つ依頼の内容',
  依頼の結果: '依頼がどうなったか',
  反映の予定: '依頼が自動で反映される日時',
  取り込みの名前: '査定結果の取り込みのファイル名',
  確定できなかった理由: '査定結果が自動では確定しなかった理由',
  いまの表示: '#mypledgeがいまどう表示されているか（1文）',
  有効な時間: 'リンクが使える時間（例：60分）',
  変更の内容: 'ログインの設定の何が変わったか',
  変更した記録: '「ご登録」か「お申し込み」',
  サービス: 'ログインに使うサービスの名前',
  マイページ: 'マイページのリンク',
  お問い合わせページ: 'お問い合わせのページのリンク',
} as const;
export type MailVariable = keyof typeof mailVariables;

/**
 * Values typed by people: never in a subject, and never at an unverified address, where the
 * built-in text is used instead (docs/decisions/0018).
 */
export const typedVariables: readonly MailVariable[] = ['お名前'];

/** A kind of mail for its editor. */
export type MailKindFacts = {
  /** Purpose and recipient. */
  purpose: string;
  recipient: string;
  variables: readonly MailVariable[];
  /** Built-in texts. A mail without a `body` has no place for one. */
  words: { subject: string; opening: string; body?: string; closing: string };
};
