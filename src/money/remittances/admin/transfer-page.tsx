import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { declaredList, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  owedItemLabels,
  type RemittanceItem,
  remittancesPageSize,
} from '#money/remittances/run.ts';
import { AuditQuestionPanel } from '#people/messages/admin/audit-question-panel.tsx';
import { useSession } from '#people/session/session.ts';
import type { Route } from './+types/transfer-page.ts';
import { yenWords } from './amounts.ts';
import { RemittanceChip } from './state-chips.tsx';
import { TransferActions } from './transfer-actions.tsx';
import { transferPath } from './transfer-columns.tsx';
import { TransferFacts } from './transfer-facts.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '団体への送金｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const allTransfers = { path: '/admin/remittances/transfers', label: 'すべての送金' };

export default function TransferPage({ params: { id } }: Route.ComponentProps) {
  return <Transfer key={id} id={id} />;
}

/** One organisation's part of a run: what it is made of, what became of it, and each line of it. */
function Transfer({ id }: { id: string }) {
  const { value, problem, reload, change } = useQuery(
    addressOf('GET /api/office/remittances/:id', { params: { id } }),
  );
  const list = useList(itemSource(id));
  const { role } = useSession();
  if (problem?.type === 'NotFound') {
    return (
      <>
        <PageHead title="団体への送金" />
        <EmptyState
          title="送金が見つかりませんでした"
          action={
            <ButtonLink to={allTransfers.path} variant="outline" size="small">
              すべての送金へ
            </ButtonLink>
          }
        />
      </>
    );
  }
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) {
    return (
      <Panel label="団体への送金">
        <Skeleton lines={10} label="送金を読み込んでいます" />
      </Panel>
    );
  }
  return (
    <>
      <BackLink list={allTransfers} />
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="wrap-anywhere">{value.targetName}</span>
            <RemittanceChip state={value.state} />
          </span>
        }
      />
      <div className="grid gap-4">
        <TransferFacts remittance={value} />
        {may(role, 'remittances.manage') && (
          <TransferActions
            remittance={value}
            onChanged={(changed) => {
              change(changed);
              list.reload();
            }}
            onReload={reload}
          />
        )}
        <AuditQuestionPanel subject="remittance" subjectId={id} />
        <Panel title="内訳">
          <ListScreen list={list} look={itemLook(id, may(role, 'applications.read'))} />
        </Panel>
      </div>
    </>
  );
}

const itemSource = (remittanceId: string) =>
  declaredList({
    path: transferPath(remittanceId),
    api: addressOf('GET /api/office/remittances/:remittanceId/items', { params: { remittanceId } }),
    rowKey: (item) => String(item.id),
  });

type ItemProps = { item: RemittanceItem; links: RowLinks };

/** The lines of a remittance; a box leads to its application where one may see it, a line to its posting. */
function itemLook(remittanceId: string, mayReadBoxes: boolean): ListDisplay<RemittanceItem> {
  return {
    title: '内訳',
    pageSize: remittancesPageSize,
    csv: addressOf('GET /api/office/remittances/:remittanceId/items.csv', {
      params: { remittanceId },
    }),
    columns: (links) => [
      {
        label: '日付',
        cell: ({ day }) => (
          <span className="whitespace-nowrap tabular-nums">{formatDate(day)}</span>
        ),
      },
      {
        label: '内容',
        isRowHeader: true,
        cell: (item) => <What {...{ item, links, mayReadBoxes }} />,
      },
      { label: '寄付', isNumber: true, cell: ({ giftYen }) => orNothing(giftYen) },
      { label: '手数料', isNumber: true, cell: ({ feeYen }) => orNothing(-feeYen) },
      { label: '送料・作業費', isNumber: true, cell: ({ handlingYen }) => orNothing(-handlingYen) },
      {
        label: 'お支払い額',
        isNumber: true,
        cell: ({ amountYen }) => <b className="figures">{formatYen(amountYen)}</b>,
      },
      { label: '仕訳', cell: (item) => <PostingLink item={item} links={links} /> },
    ],
    card: (item, links) => (
      <>
        <CardLine>
          <span className="text-sm text-ink-2 tabular-nums">{formatDate(item.day)}</span>
          <b className="figures ml-auto">{yenWords(item.amountYen)}</b>
        </CardLine>
        <CardLine>
          <What {...{ item, links, mayReadBoxes }} />
          <PostingLink item={item} links={links} />
        </CardLine>
      </>
    ),
  };
}

const orNothing = (yen: number) => (yen === 0 ? '' : formatYen(yen));

const PostingLink = ({ item: { postingId }, links }: ItemProps) => (
  <RowLink
    {...links.page(`/admin/ledger/postings/${encodeURIComponent(postingId)}`)}
    className="whitespace-nowrap"
  >
    仕訳を見る
  </RowLink>
);

const What = ({ item, links, mayReadBoxes }: ItemProps & { mayReadBoxes: boolean }) => (
  <span className="wrap-anywhere">
    {owedItemLabels[item.kind]}
    {item.note !== '' && `（${item.note}）`}
    {item.appraisalId !== '' &&
      (mayReadBoxes ? (
        <RowLink
          {...links.page(`/admin/applications/${item.appraisalId}`)}
          className="ml-2 whitespace-nowrap tabular-nums"
        >
          {item.appraisalId}
        </RowLink>
      ) : (
        <span className="ml-2 whitespace-nowrap tabular-nums">{item.appraisalId}</span>
      ))}
  </span>
);
