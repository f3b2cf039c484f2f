import type { Column } from '#app/ui/table.tsx';
import { FramedTable } from './framed-table.tsx';

type Collected = { occasion: string; data: string };

const collected: readonly Collected[] = [
  {
    occasion: 'お申し込み',
    data: 'お名前とふりがな、メールアドレス、電話番号、住所、お品物の種類、箱の数、お届けの希望、寄付先、受領証明書の希望',
  },
  { occasion: '買取寄付', data: '生年月日、ご職業。本人確認をするときは、その書類と記録' },
  {
    occasion: '会員登録とプロフィール',
    data: 'お名前、メールアドレス、パスワード（元に戻せない形に変えて保存）。任意で、表示名、自己紹介、生年月日、性別、写真、SNSの名前',
  },
  { occasion: '査定と寄付', data: '査定の結果、寄付金額、寄付の履歴' },
  { occasion: '#mypledge', data: '投稿された文章と写真' },
  { occasion: 'お問い合わせ', data: 'お名前、メールアドレス、お問い合わせの内容' },
  {
    occasion: 'サイトの閲覧',
    data: '開いたページと日時、接続元のアドレス（不正を防ぐため、元に戻せない形に変えて短い間だけ記録）',
  },
];

const collectedColumns: Column<Collected>[] = [
  {
    label: '場面',
    isRowHeader: true,
    cell: ({ occasion }) => <span className="narrow:whitespace-nowrap">{occasion}</span>,
  },
  { label: 'お預かりする情報', cell: ({ data }) => data },
];

/** Which personal data is collected, and when. */
export function CollectedData() {
  return (
    <FramedTable
      caption="お預かりする情報"
      columns={collectedColumns}
      rows={collected}
      rowKey={({ occasion }) => occasion}
    />
  );
}

type Recipient = { recipient: string; purpose: string; data: string };

const recipients: readonly Recipient[] = [
  {
    recipient: '寄付先の団体',
    purpose: '受領証明書の発行、お礼、寄付の記録',
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

/** To whom personal data is given, for what. */
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
