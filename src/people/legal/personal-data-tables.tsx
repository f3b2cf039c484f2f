import { FactList } from '#kit/ui/fact-list.tsx';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { paperRetention } from '#warehouse/identity-checks/paper-retention.ts';
import { retentionDays } from './retention-days.ts';

const collected: readonly (readonly [occasion: string, data: string])[] = [
  [
    'お申し込み',
    'お名前とふりがな、メールアドレス、電話番号、住所、お品物の種類、箱の数、お届けの希望、寄付先、受領証明書の希望',
  ],
  ['買取寄付', '生年月日、ご職業。本人確認をするときは、その書類と記録。'],
  [
    '会員登録とプロフィール',
    'お名前、メールアドレス、パスワード（元に戻せない形に変えて保存）。任意で、表示名、自己紹介、生年月日、性別、写真、SNSの名前。',
  ],
  ['査定と寄付', '査定の結果、寄付額、寄付の履歴'],
  ['ログイン', '端末とブラウザーの種類、ログインした日時と、最後に利用した日時'],
  [
    'LINEなど外部のサービスでのログイン（ご利用のとき）',
    'そのサービスでの番号、メールアドレス、お名前。サービスのパスワードは受け取りません。',
  ],
  ['#mypledge', '投稿された文章と写真'],
  [
    'お問い合わせ',
    'お名前、メールアドレス、お問い合わせの内容、その後のやり取りと添付ファイル、任意で申込番号',
  ],
  ['団体掲載のお申し込み', '団体の名称と内容、代表者と担当者のお名前、メールアドレス、電話番号'],
  [
    'サイトの閲覧',
    '開いたページと日時、接続元のアドレス（不正を防ぐため、元に戻せない形に変えて短い間だけ記録）',
  ],
];

/** The personal data that is collected, and when. */
export function CollectedData() {
  return <FactList facts={collected} />;
}

const { unfinishedSignUp, submittedKey, countedTry, invitation, mail, securityEvent } =
  retentionDays;
const retentionPeriods: readonly (readonly [data: string, time: string])[] = [
  ['途中でおやめになった会員登録', `${unfinishedSignUp}日`],
  ['ログインの記録', 'ログアウト、または有効期限（最長30日）まで'],
  ['お送りしたメールの控え', `${mail}日`],
  ['運営や団体の担当への招待', `期限から${invitation}日`],
  [
    '本人確認の書類',
    `${paperRetention.approved}。確認が済まないものは${paperRetention.waiting}、差し戻したものは${paperRetention.returned}。`,
  ],
  ['お申し込みの状況を見るリンク', '最後のお知らせから1年'],
  [
    '会員登録、再設定、確認のためのリンク',
    '使われるまで。使われないときは、種類により1時間から30日。',
  ],
  ['同じ内容を二重に受け付けないための控え', `${submittedKey}日`],
  [
    'ログイン、パスワードの変更、許可のない操作などの記録（端末の種類と、接続元の大まかな範囲。入力されたメールアドレスは元に戻せない形）',
    `${securityEvent}日`,
  ],
  ['接続元のアドレスとメールアドレスごとの回数（元に戻せない形）', `${countedTry}日`],
];

/** How long temporary data is kept: src/people/legal/retention-days.ts and the lifetimes of links. */
export function RetentionTimes() {
  return <FactList facts={retentionPeriods} />;
}

type Recipient = { recipient: string; purpose: string; data: string };

const recipients: readonly Recipient[] = [
  {
    recipient: '寄付先の団体',
    purpose:
      '受領証明書の発行、法律で定められた寄附者名簿と証明書の控えの備え置き（受領証明書を希望または発行された方）、お礼、寄付の記録',
    data: 'お名前、住所、寄付の金額と日付',
  },
  {
    recipient: 'お品物を買い取る古物商',
    purpose: '査定と買取、古物営業法による記録（買取寄付のとき）',
    data: 'お名前、住所、生年月日、ご職業、本人確認の記録、お品物の内容',
  },
  {
    recipient: '配送会社',
    purpose: '箱のお届けとお品物の集荷',
    data: 'お名前、住所、電話番号、お届けの希望',
  },
];

const recipientColumns: Column<Recipient>[] = [
  {
    label: '提供する先',
    isRowHeader: true,
    cell: ({ recipient }) => recipient,
  },
  { label: '目的', cell: ({ purpose }) => purpose },
  { label: '提供する情報', cell: ({ data }) => data },
];

/** The recipients of personal data, and the purposes. */
export function DataRecipients() {
  return (
    <FramedTable
      caption="個人情報を提供する先"
      columns={recipientColumns}
      rows={recipients}
      rowKey={({ recipient }) => recipient}
    />
  );
}
