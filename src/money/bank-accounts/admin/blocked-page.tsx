import { addressOf } from '#kit/client/send.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { type BlockedAccount, blockedPageSize } from '#money/bank-accounts/blocked-account.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';

const title = '振込が戻ってきた口座';

export const meta = () => [
  { title: `${title}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source = declaredList({
  path: '/admin/remittances/blocked',
  api: addressOf('GET /api/office/blocked-accounts'),
  rowKey: ({ associateId }) => associateId,
});

const look: ListDisplay<BlockedAccount> = {
  title: '口座',
  pageSize: blockedPageSize,
  csv: addressOf('GET /api/office/blocked-accounts.csv'),
  columns: (links) => [
    {
      label: '団体',
      isRowHeader: true,
      cell: (blocked) => <AssociateLink blocked={blocked} links={links} />,
    },
    { label: '口座', cell: ({ account }) => <span className="wrap-anywhere">{account}</span> },
    { label: '組戻しの日', cell: ({ returnedOn }) => formatDate(returnedOn) },
    { label: '戻ってきた額', isNumber: true, cell: ({ amountYen }) => yenWords(amountYen) },
    { label: '理由', cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
  ],
  card: (blocked, links) => (
    <>
      <CardLine>
        <AssociateLink blocked={blocked} links={links} />
        <b className="figures ml-auto">{yenWords(blocked.amountYen)}</b>
      </CardLine>
      <p className="text-sm wrap-anywhere">{blocked.account}</p>
      <p className="text-sm wrap-anywhere text-ink-2">
        {formatDate(blocked.returnedOn)}の組戻し：{blocked.reason}
      </p>
    </>
  ),
  empty: () => ({
    title: '止めている口座はありません',
    advice: '振込が戻ってくると、口座が変わるか、正しいことが確認されるまで、ここに並びます。',
  }),
};

const AssociateLink = ({ blocked, links }: { blocked: BlockedAccount; links: RowLinks }) => (
  <RowLink
    {...links.page(`/admin/associates/${encodeURIComponent(blocked.associateId)}`)}
    className="wrap-anywhere"
  >
    {blocked.targetName}
  </RowLink>
);

/** Accounts that runs skip until they are changed or confirmed. */
export default function BlockedPage() {
  const list = useList(source);
  return (
    <>
      <BackLink list={{ path: '/admin/remittances', label: '送金の一覧' }} />
      <PageHead title={title} />
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        口座が変わるか、団体のページで正しいことを記録するまで、どの送金にも含まれません。
      </p>
      <Panel label={`${title}の一覧`}>
        <ListScreen list={list} look={look} />
      </Panel>
    </>
  );
}
