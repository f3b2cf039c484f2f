import { addressOf } from '#kit/client/send.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { type Carried, carriedReasons, remittancesPageSize } from '#money/remittances/run.ts';
import type { Route } from './+types/carried-page.ts';

export const meta: Route.MetaFunction = () => [
  { title: '次回に繰り越す団体｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const lookOf = (runId: string): ListDisplay<Carried> => ({
  title: '繰り越す団体',
  pageSize: remittancesPageSize,
  csv: addressOf('GET /api/office/remittance-runs/:runId/carried.csv', { params: { runId } }),
  columns: (links) => [
    {
      label: '団体',
      isRowHeader: true,
      cell: (carried) => <AssociateLink carried={carried} links={links} />,
    },
    { label: '繰り越す額', isNumber: true, cell: ({ amountYen }) => yenWords(amountYen) },
    { label: '理由', cell: ({ reason }) => carriedReasons[reason] },
  ],
  card: (carried, links) => (
    <>
      <CardLine>
        <AssociateLink carried={carried} links={links} />
        <b className="figures ml-auto">{yenWords(carried.amountYen)}</b>
      </CardLine>
      <p className="text-sm text-ink-2">{carriedReasons[carried.reason]}</p>
    </>
  ),
});

const AssociateLink = ({
  carried: { associateId, targetName },
  links,
}: {
  carried: Carried;
  links: RowLinks;
}) => (
  <RowLink
    {...links.page(`/admin/associates/${encodeURIComponent(associateId)}`)}
    className="wrap-anywhere"
  >
    {targetName}
  </RowLink>
);

/** Whom a run leaves for the next one, and why. */
export default function CarriedPage({ params: { runId } }: Route.ComponentProps) {
  const id = encodeURIComponent(runId);
  const list = useList(
    declaredList({
      path: `/admin/remittances/${id}/carried`,
      api: addressOf('GET /api/office/remittance-runs/:runId/carried', { params: { runId } }),
      rowKey: ({ associateId }) => associateId,
    }),
  );
  return (
    <>
      <BackLink list={{ path: `/admin/remittances/${id}`, label: '送金の内容' }} />
      <PageHead title="次回に繰り越す団体" />
      <Panel label="次回に繰り越す団体の一覧">
        <ListScreen list={list} look={lookOf(runId)} />
      </Panel>
    </>
  );
}
