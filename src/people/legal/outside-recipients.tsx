import type { OutsideRecipient } from '#kit/observing/outside-recipient.ts';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import type { Column } from '#kit/ui/table.tsx';

const visit =
  '開いたページのアドレス（検索の言葉などは除く）、日時、訪問元のサイト、接続元のアドレス、ブラウザーの種類';
const counting = '閲覧の数を知り、サイトを使いやすくするため';

const descriptions: Record<
  OutsideRecipient['kind'],
  { name: string; data: string; purpose: string }
> = {
  plausible: { name: 'Plausible（Cookieを使わない集計）', data: visit, purpose: counting },
  matomo: { name: 'Matomo（Cookieを使わない集計）', data: visit, purpose: counting },
  ga4: {
    name: 'Googleアナリティクス（米国 Google LLC）',
    data: `${visit}、Cookieの番号`,
    purpose: counting,
  },
  errors: {
    name: '不具合の記録（Sentryの形式）',
    data: '画面で起きた不具合の種類と、プログラムの中の場所、日時、接続元のアドレス、ブラウザーの種類。入力した内容は含みません。',
    purpose: '不具合に早く気づき、直すため',
  },
};

const columns: Column<OutsideRecipient>[] = [
  {
    label: '送信する先',
    isRowHeader: true,
    cell: ({ kind, host }) => (
      <>
        {descriptions[kind].name}
        <span className="block font-normal break-all text-ink-2">{host}</span>
      </>
    ),
  },
  { label: '送信する情報', cell: ({ kind }) => descriptions[kind].data },
  { label: '目的', cell: ({ kind }) => descriptions[kind].purpose },
];

/** Data that browsers send to third parties, as the rules on 外部送信 require: recipient, content and purpose. */
export function OutsideRecipients({ recipients }: { recipients: readonly OutsideRecipient[] }) {
  if (recipients.length === 0) {
    return (
      <p>サイトは、閲覧の情報を、運営者のほかの事業者のサーバーへ送信していません。{generalNote}</p>
    );
  }
  return (
    <>
      <p>サイトを開くと、お使いのブラウザーから、次の送信先へ情報が送られます。{generalNote}</p>
      <FramedTable
        caption="外部へ送信する情報"
        columns={columns}
        rows={recipients}
        rowKey={({ kind }) => kind}
      />
      {recipients.some(({ kind }) => kind !== 'errors') && (
        <p>
          閲覧の数には、マイページや、メールのリンクから開く画面を含めません。ブラウザーで「トラッキング拒否（DNT）」または「Global
          Privacy Control」を有効にしている方の閲覧は、一切送信しません。
        </p>
      )}
    </>
  );
}

const generalNote =
  '郵便番号から住所を探すときは、お使いのブラウザーと運営者のサーバーの間だけで済ませます。団体のサイトやSNSへのリンクを開いた先では、それぞれの事業者の方針が適用されます。';
