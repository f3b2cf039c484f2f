import { Fragment, type ReactNode } from 'react';
import type { OutsideRecipient } from '#kit/observing/outside-recipient.ts';
import { FactList } from '#kit/ui/fact-list.tsx';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import { paperRetention } from '#warehouse/identity-checks/paper-retention.ts';
import type { LegalArticle, LegalPage } from './legal-page.ts';
import type { LegalTable } from './legal-text.ts';
import { retentionDays } from './retention-days.ts';
import { StoredInBrowser } from './stored-in-browser.tsx';

/** A legal text on its page. `children` come before its articles, `end` after. */
export function LegalBody({
  page,
  recipients,
  end,
  children,
}: {
  page: LegalPage;
  recipients: readonly OutsideRecipient[];
  end?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="page-container pt-8 pb-16">
      <div className="mx-auto max-w-narrow">
        <h1>{page.title}</h1>
        <RichText blocks={page.lead} className="mt-3" />
        {children}
        <LegalText {...page} drawTable={drawLegalTable(recipients)} />
        {end}
      </div>
    </div>
  );
}

/** Renders the tables of the privacy policy, which are generated from the product and not typed. */
const drawLegalTable =
  (recipients: readonly OutsideRecipient[]) =>
  (table: LegalTable): ReactNode => {
    switch (table) {
      case 'collectedData':
        return <CollectedData />;
      case 'dataRecipients':
        return <DataRecipients />;
      case 'retentionTimes':
        return <RetentionTimes />;
      case 'storedInBrowser':
        return <StoredInBrowser hasGoogle={recipients.some(({ kind }) => kind === 'ga4')} />;
      case 'outsideRecipients':
        return (
          <div className="prose">
            <OutsideRecipients recipients={recipients} />
          </div>
        );
    }
  };

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
function OutsideRecipients({ recipients }: { recipients: readonly OutsideRecipient[] }) {
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

type LegalTextProps = Pick<LegalPage, 'articles' | 'isNumbered'> & {
  /** Renders a table at its place in the text. */
  drawTable: (table: LegalTable) => ReactNode;
};

/** Articles below their table of contents; the `id`s are article-1, article-2 … */
export function LegalText({ articles, isNumbered, drawTable }: LegalTextProps) {
  return (
    <>
      {articles.length > 1 && <Contents articles={articles} isNumbered={isNumbered} />}
      {articles.map(({ id, name, parts }, index) => (
        <section key={id} id={id} className="pt-10">
          {/* The heading font lacks glyphs that a legal text may need. */}
          <h2 className="border-b-2 border-dashed border-thread pb-2 font-sans text-xl">
            {isNumbered ? `${numberOf(index)}　${name}` : name}
          </h2>
          <div className="mt-4">
            {parts.map((part, position) => (
              <Fragment key={part.kind === 'table' ? part.table : position}>
                {part.kind === 'table' ? (
                  <div className="my-4">{drawTable(part.table)}</div>
                ) : (
                  <RichText blocks={part.blocks} />
                )}
              </Fragment>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

const numberOf = (index: number) => `第${index + 1}条`;

function Contents({
  articles,
  isNumbered,
}: {
  articles: readonly LegalArticle[];
  isNumbered: boolean;
}) {
  return (
    <nav aria-label="目次" className="mt-8 rounded-card border border-line bg-paper p-5 narrow:p-7">
      <p className="font-bold">目次</p>
      <ol className="mt-2 narrow:columns-2 narrow:gap-8">
        {articles.map(({ id, name }, index) => (
          <li key={id} className="break-inside-avoid">
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center gap-2 underline narrow:min-h-9"
            >
              {isNumbered && (
                <span className="w-14 shrink-0 text-sm text-ink-2 tabular-nums">
                  {numberOf(index)}
                </span>
              )}
              {name}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

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
function CollectedData() {
  return <FactList facts={collected} />;
}

const { unfinishedSignUp, submittedKey, countedTry, invitation, mail, securityEvent, retraction } =
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
  [
    '退会や同意の取り消しがあったことのしるし（お名前などに戻せない形。バックアップから戻すときに、もう一度消すため）',
    `${retraction}日`,
  ],
  ['接続元のアドレスとメールアドレスごとの回数（元に戻せない形）', `${countedTry}日`],
];

/** How long temporary data is kept: src/people/legal/retention-days.ts and the lifetimes of links. */
function RetentionTimes() {
  return <FactList facts={retentionPeriods} />;
}

type Recipient = { recipient: string; purpose: string; data: string };

const recipients: readonly Recipient[] = [
  {
    recipient: '寄付先の団体',
    purpose:
      '受領証明書の発行、法律で定められた寄附者名簿と証明書の控えの備え置き（受領証明書を希望または発行された方、名簿への記載に同意された方）、お礼、寄付の記録',
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
function DataRecipients() {
  return (
    <FramedTable
      caption="個人情報を提供する先"
      columns={recipientColumns}
      rows={recipients}
      rowKey={({ recipient }) => recipient}
    />
  );
}
