import type { Column } from '#app/ui/table.tsx';
import { FactList } from './fact-list.tsx';
import { FramedTable } from './framed-table.tsx';

const collected: readonly (readonly [occasion: string, data: string])[] = [
  [
    'お申し込み',
    'お名前とふりがな、メールアドレス、電話番号、住所、お品物の種類、箱の数、お届けの希望、寄付先、受領証明書の希望',
  ],
  ['買取寄付', '生年月日、ご職業。本人確認をするときは、その書類と記録'],
  [
    '会員登録とプロフィール',
    'お名前、メールアドレス、パスワード（元に戻せない形に変えて保存）。任意で、表示名、自己紹介、生年月日、性別、写真、SNSの名前',
  ],
  ['査定と寄付', '査定の結果、寄付金額、寄付の履歴'],
  ['#mypledge', '投稿された文章と写真'],
  ['お問い合わせ', 'お名前、メールアドレス、お問い合わせの内容'],
  [
    'サイトの閲覧',
    '開いたページと日時、接続元のアドレス（不正を防ぐため、元に戻せない形に変えて短い間だけ記録）',
  ],
];

/** Which personal data is collected, and when. */
export function CollectedData() {
  return <FactList facts={collected} />;
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
