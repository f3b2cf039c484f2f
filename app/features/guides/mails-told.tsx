import type { Column } from '#app/ui/table.tsx';
import { identityCheckFromYen } from '#domain/application-state.ts';
import { formatYen } from '#domain/yen.ts';
import { FramedTable } from './framed-table.tsx';

type Told = { when: string; what: string };

/** The mails of server/mail/templates/application-mails.ts, in the order in which they come. */
const told: readonly Told[] = [
  {
    when: 'お申し込みのあと',
    what: '申込番号と、お申し込みの控え。変更やキャンセルができるページのリンクが入っています。',
  },
  { when: '箱を送ったとき', what: '箱が出発したこと。ここから先は、内容の変更ができません。' },
  { when: 'お品物が届いたとき', what: '箱を無事に受け取り、これから査定を始めること。' },
  {
    when: '寄付が成立したとき',
    what: '寄付金額。お品物ごとの結果と行き先は、メールのリンクから見られます。',
  },
  {
    when: '本人確認が必要なとき',
    what: `基金への買取寄付が${formatYen(identityCheckFromYen)}円以上になったときだけ、お手続きのお願いを送ります。`,
  },
  { when: '値段がつかなかったとき', what: '今回は寄付にならなかったことと、お品物の行き先。' },
  { when: '送金したとき', what: 'ご寄付を、団体または基金へ送ったこと。' },
  { when: 'お礼が届いたとき', what: '団体からの言葉が読めるようになったこと。' },
];

const columns: Column<Told>[] = [
  {
    label: 'いつ',
    isRowHeader: true,
    cell: ({ when }) => <span className="narrow:whitespace-nowrap">{when}</span>,
  },
  { label: 'お知らせすること', cell: ({ what }) => what },
];

/** Which mails a donor gets, and when. */
export function MailsTold() {
  return (
    <FramedTable
      caption="メールでお知らせすること"
      columns={columns}
      rows={told}
      rowKey={({ when }) => when}
    />
  );
}
