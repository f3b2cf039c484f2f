import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip, type ChipTone } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import {
  type Approval,
  type ApprovalState,
  approvalStateLabels,
  approvalStates,
  approvalsPageSize,
  type ShownApproval,
} from '#people/approvals/approval.ts';
import { ApprovalDetails } from './approval-details.tsx';

export const meta = () => [
  { title: '承認待ち｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<Approval> = {
  path: '/admin/approvals',
  parameters: { state: approvalStates },
  api: '/api/office/approvals',
  rowKey: ({ id }) => id,
};

const look: ListDisplay<Approval> = {
  title: '依頼',
  pageSize: approvalsPageSize,
  csv: '/api/office/approvals.csv',
  chips: {
    parameter: 'state',
    choices: [['', 'すべて'], ...Object.entries(approvalStateLabels)],
  },
  columns: (links) => [
    {
      label: '内容',
      isRowHeader: true,
      cell: (approval) => <RowLink {...links.entry(approval.id)}>{approval.title}</RowLink>,
    },
    { label: '対象', cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span> },
    { label: '変更', cell: (approval) => <Change approval={approval} /> },
    {
      label: '依頼した人',
      cell: ({ askedBy }) => <span className="wrap-anywhere">{askedBy}</span>,
    },
    {
      label: '依頼日時',
      cell: ({ askedAt }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(askedAt)}</span>
      ),
    },
    { label: '状態', cell: (approval) => <State approval={approval} /> },
  ],
  card: (approval, links) => (
    <>
      <CardLine>
        <RowLink {...links.entry(approval.id)}>{approval.title}</RowLink>
        <State approval={approval} />
      </CardLine>
      <p className="text-sm wrap-anywhere">{approval.subject}</p>
      <Change approval={approval} />
      <CardLine>
        <span className="text-sm wrap-anywhere text-ink-2">{approval.askedBy}</span>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(approval.askedAt)}</span>
      </CardLine>
    </>
  ),
  empty: () => ({
    title: '依頼はありません',
    advice:
      '役割や振込先の口座の変更、送金、基金からの支払い、月の締め、団体の統合が依頼されると、ここに並びます。',
  }),
};

/** Requests that wait for a second person, and below them the decided ones. */
export default function ApprovalsPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="承認待ち" />
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        役割と振込先の口座の変更、送金、基金からの支払い、月の締め、団体の統合は、依頼した人とは別の人が承認すると反映します。この30日に招待した方とされた方は別の人に数えず、承認できる役割になった方は7日たってから判断できます。ほかに承認できる人がいないときは、1日おいて反映します。
      </p>
      <Panel label="依頼の一覧">
        <ListScreen
          list={list}
          look={look}
          details={{
            title: '依頼の内容',
            of: (id) => <ApprovalEntry key={id} id={id} onChanged={list.onChanged} />,
          }}
        />
      </Panel>
    </>
  );
}

/** The first changed fact; the details show all. */
function Change({ approval: { facts } }: { approval: Approval }) {
  const changed = facts.filter(({ before, after }) => before !== after);
  const [first] = changed;
  if (!first) return null;
  return (
    <span className="text-sm wrap-anywhere">
      {first.before} → {first.after}
      {changed.length > 1 && ` ほか${changed.length - 1}項目`}
    </span>
  );
}

const tones: Record<ApprovalState, ChipTone> = {
  waiting: 'honey',
  done: 'leaf',
  declined: 'plain',
  withdrawn: 'plain',
};

const State = ({ approval: { state } }: { approval: Approval }) => (
  <Chip tone={tones[state]}>{approvalStateLabels[state]}</Chip>
);

/** A request and its lines. All its pages must have the same digest; a change restarts at the first page. */
function ApprovalEntry({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [from, setFrom] = useState(0);
  const [digest, setDigest] = useState<string>();
  const path = `/api/office/approvals/${encodeURIComponent(id)}?from=${from}`;
  const { value, problem, reload } = useQuery<ShownApproval>(path, undefined, { keepsLast: true });
  const reloadFromStart = () => {
    setDigest(undefined);
    setFrom(0);
    reload();
  };
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={10} label="依頼を読み込んでいます" />;
  if (digest !== undefined && digest !== value.digest) {
    return (
      <Notice kind="error" title="お読みのあいだに、内容が変わりました">
        <p>はじめから、もう一度お確かめください。</p>
        <p className="mt-3">
          <Button variant="outline" size="small" onClick={reloadFromStart}>
            最新の内容を読み込む
          </Button>
        </p>
      </Notice>
    );
  }
  return (
    <ApprovalDetails
      shown={value}
      from={from}
      onFrom={(next) => {
        setDigest(value.digest);
        setFrom(next);
      }}
      onReload={reloadFromStart}
      onChanged={() => {
        reloadFromStart();
        onChanged();
      }}
    />
  );
}
