import { useEffect } from 'react';
import { SaveParts } from '#giving/giver-lists/save-parts.tsx';
import {
  deliveryLabels,
  type ReceiptRun,
  type ReceiptRunRow,
  runOutcomeLabels,
} from '#giving/receipt-runs/receipt-run.ts';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { SaveButton } from '#kit/client/save-button.tsx';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Route } from './+types/run-page.ts';

export const meta: Route.MetaFunction = () => [
  { title: '受領証明書の一括発行｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const pollMs = 2_000;

/** The progress of a run, its receipts, and its letters to print. */
export default function ReceiptRunPage({ params: { runId } }: Route.ComponentProps) {
  const {
    value: run,
    problem,
    reload,
  } = useQuery(addressOf('GET /api/office/receipt-runs/:runId', { params: { runId } }));
  const isRunning = run?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(reload, pollMs);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  return (
    <>
      <BackLink list={{ path: '/admin/receipt-runs', label: '受領証明書' }} />
      <PageHead title={run ? `${run.year}年分の一括発行` : '一括発行'} />
      {problem && !run && <LoadFailure message={problem.message} onRetry={reload} />}
      {!run && !problem && <Skeleton lines={8} />}
      {run && (
        <div className="grid gap-4">
          <Panel title="進み具合">
            <Progress run={run} />
            {run.state === 'done' && run.postCount > 0 && <Print run={run} />}
          </Panel>
          <Panel title="1通ずつの記録">
            <div className="mb-3">
              <SaveButton
                path={addressOf('GET /api/office/receipt-runs/:runId/rows.csv', {
                  params: { runId },
                })}
                fileName={`receipt-run-${run.year}.csv`}
                label="CSV"
                about="1通ずつの記録"
              />
            </div>
            <Rows runId={runId} version={run.issuedCount + run.leftOutCount} />
          </Panel>
        </div>
      )}
    </>
  );
}

function Progress({ run }: { run: ReceiptRun }) {
  const { rowCount, waitingCount, issuedCount, issuedYen, mailCount, postCount } = run;
  return (
    <>
      {run.state === 'running' && (
        <div className="mb-4">
          <ProgressBar label="発行中" value={rowCount - waitingCount} max={rowCount} />
          <p className="mt-1 text-sm text-ink-2">この画面を閉じても進みます。</p>
        </div>
      )}
      <Facts>
        <Fact label="発行">
          {formatYen(issuedCount)}通　{formatYen(issuedYen)}円
        </Fact>
        <Fact label="お届け">
          メール {formatYen(mailCount)}通、郵送 {formatYen(postCount)}通
        </Fact>
        <Fact label="発行なし">{formatYen(run.leftOutCount)}件</Fact>
        <Fact label="1件ずつの証明書">{run.replacesSingles ? '差し替える' : 'そのまま残す'}</Fact>
        <Fact label="開始">
          {formatDateTime(run.startedAt)}　{run.startedBy}
        </Fact>
        {run.finishedAt !== '' && <Fact label="完了">{formatDateTime(run.finishedAt)}</Fact>}
      </Facts>
    </>
  );
}

const Print = ({ run }: { run: ReceiptRun }) => (
  <div className="mt-4 grid gap-2">
    <p className="text-sm text-ink-2">
      宛名の用紙と証明書を、お一人ずつ続けて印刷します。宛名は、A4を三つ折りにして長形3号の窓つき封筒（窓90×45mm、左から20mm・上から12mm）に入れると、窓から見えます。
    </p>
    <p>
      <SaveParts
        pathOf={(from) =>
          addressOf('GET /api/office/receipt-runs/:runId/print.pdf', {
            params: { runId: run.id },
            query: { after: from ?? undefined },
          })
        }
        fileName={`receipts-to-post-${run.year}`}
        label="郵送用のPDF"
        about={`${run.year}年分`}
      />
    </p>
  </div>
);

const Rows = ({ runId, version }: { runId: string; version: number }) => (
  <PagedList<ReceiptRunRow>
    path={addressOf('GET /api/office/receipt-runs/:runId/rows', { params: { runId } })}
    version={version}
    label="1通ずつの記録"
    empty={{ title: '記録はありません', text: '発行が始まると、ここに並びます。' }}
    keyOf={({ position }) => String(position)}
  >
    {(row) => (
      <>
        <p className="flex flex-wrap justify-between gap-x-4 font-bold">
          <span className="wrap-anywhere">{row.donorName || '（お名前なし）'}</span>
          {row.outcome === 'issued' && (
            <span className="tabular-nums">{formatYen(row.amountYen)}円</span>
          )}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm tabular-nums">
          <span className="wrap-anywhere">{row.associateName}</span>
          <Link to={`/admin/applications/${row.appraisalId}`} className="text-coral-dark underline">
            {row.appraisalId}
          </Link>
          {row.receiptNumber !== '' && <span>{row.receiptNumber}</span>}
          {row.outcome !== 'left-out' && <span>{deliveryLabels[row.delivery]}</span>}
          <Chip tone={row.outcome === 'issued' ? 'leaf' : 'plain'}>
            {runOutcomeLabels[row.outcome]}
          </Chip>
        </p>
        {row.reason !== '' && <p className="text-sm">{row.reason}</p>}
      </>
    )}
  </PagedList>
);
