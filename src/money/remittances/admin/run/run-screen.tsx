import { useEffect, useEffectEvent, useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { type Column, Table } from '#kit/ui/table.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { yenWords } from '#money/remittances/admin/amounts.ts';
import { RunChip } from '#money/remittances/admin/state-chips.tsx';
import type { Run, RunDetail, TransferFile } from '#money/remittances/run.ts';
import { useSession } from '#people/session/session.ts';
import { DownloadFile } from './download-file.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunNext } from './run-next.tsx';
import { RunProblems } from './run-problems.tsx';
import type { RunProps } from './run-props.ts';
import { RunRemittances, remittanceSource } from './run-remittances.tsx';
import { isToHandOver } from './run-steps.ts';

const listOfRuns = { path: '/admin/remittances', label: '送金の一覧' };
/** Often enough to see a large run move. */
const pollMs = 2_000;

/** A run: next step, figures, problems, files and payees. */
export function RunScreen({ runId }: { runId: string }) {
  const {
    value: detail,
    problem,
    reload,
    change,
  } = useQuery(addressOf('GET /api/office/remittance-runs/:runId', { params: { runId } }));
  const list = useList(remittanceSource(runId));
  const { role } = useSession();
  useConfirming(runId, detail, (next) => {
    change(next);
    if (next.confirming === 0) {
      showToast('着金の記録が終わりました。');
      list.reload();
    }
  });
  if (problem?.type === 'NotFound') return <Absent />;
  if (problem && !detail) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!detail) {
    return (
      <Panel label="送金">
        <Skeleton lines={12} label="送金を読み込んでいます" />
      </Panel>
    );
  }
  const props = {
    detail,
    mayManage: may(role, 'remittances.manage'),
    onChanged(changed: RunDetail) {
      change(changed);
      list.ticks.clear();
      list.reload();
    },
    onReload() {
      reload();
      list.reload();
    },
  };
  const { run } = detail;
  return (
    <>
      <BackLink list={listOfRuns} />
      <PageHead
        title={
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="tabular-nums">送金 {run.number}</span>
            <RunChip state={run.state} />
          </span>
        }
      >
        <DropRun {...props} />
      </PageHead>
      <div className="grid gap-4">
        <RunNext {...props} />
        <RunProblems {...props} />
        <RunFacts {...props} />
        {detail.files.length > 0 && <RunFiles {...props} />}
        <RunRemittances {...props} list={list} />
      </div>
    </>
  );
}

/** Asks how far it is while a large run is confirmed in the background; one answer that is lost changes nothing. */
function useConfirming(
  runId: string,
  detail: RunDetail | undefined,
  onMoved: (detail: RunDetail) => void,
) {
  const isWaiting = (detail?.confirming ?? 0) > 0;
  const moved = useEffectEvent(onMoved);
  useEffect(() => {
    if (!isWaiting) return;
    const leaving = new AbortController();
    const timer = setInterval(() => {
      send('GET /api/office/remittance-runs/:runId', {
        params: { runId },
        signal: leaving.signal,
      })
        .then((next) => !leaving.signal.aborted && moved(next))
        .catch(() => {});
    }, pollMs);
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [runId, isWaiting]);
}

const Absent = () => (
  <>
    <PageHead title="送金" />
    <EmptyState
      title="送金が見つかりませんでした"
      action={
        <ButtonLink to={listOfRuns.path} variant="outline" size="small">
          送金の一覧へ
        </ButtonLink>
      }
    />
  </>
);

const openStates: readonly string[] = ['draft', 'approved', 'filed'];

/** Gives a run up before it is with the bank. */
export function DropRun({ detail, mayManage, onChanged, onReload }: RunProps) {
  const [isOpen, setOpen] = useState(false);
  const { run, waiting, files } = detail;
  if (!mayManage || waiting || !openStates.includes(run.state)) return null;
  return (
    <>
      <Button variant="outline" size="small" onClick={() => setOpen(true)}>
        送金を取りやめる
      </Button>
      <ReasonDialog
        title={`送金 ${run.number}を取りやめますか？`}
        path={addressOf('POST /api/office/remittance-runs/:runId/drop', {
          params: { runId: run.id },
        })}
        more={{ version: run.version }}
        action="取りやめる"
        done="送金を取りやめました。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={onChanged}
        onReload={onReload}
      >
        <p>含まれている分は、すべて次の送金に入ります。あとから元には戻せません。</p>
        {files.length > 0 && (
          <p>
            <b>作成したファイルは、銀行に渡さないでください。</b>
            渡しているときは、先に銀行での依頼を取り消してください。
          </p>
        )}
      </ReasonDialog>
    </>
  );
}

const columnsOf = (run: Run): readonly Column<TransferFile>[] => [
  { label: 'ファイル', isRowHeader: true, cell: ({ number }) => String(number) },
  { label: '件数', isNumber: true, cell: ({ remittances }) => `${formatYen(remittances)}件` },
  { label: '合計', isNumber: true, cell: ({ amountYen }) => yenWords(amountYen) },
  { label: '振込指定日', cell: ({ transferOn }) => formatDate(transferOn) },
  {
    label: '作成',
    cell: ({ madeAt, madeBy }) => (
      <span className="tabular-nums">
        {formatDateTime(madeAt)} <span className="wrap-anywhere">{madeBy}</span>
      </span>
    ),
  },
  { label: '扱い', cell: (file) => <Standing file={file} run={run} /> },
];

/** The files that were made for the bank: one that has been replaced is not handed out again. */
export function RunFiles({ detail, mayManage }: RunProps) {
  const { files, run } = detail;
  const current = files.find(({ isReplaced }) => !isReplaced);
  // While it waits to be handed over, the next step offers it.
  const isOffered = mayManage && current && (run.state === 'sent' || run.state === 'done');
  return (
    <Panel title="銀行に渡すファイル">
      <div className="grid gap-3">
        <Table
          caption="作成したファイル"
          columns={columnsOf(run)}
          rows={files}
          rowKey={({ id }) => id}
          onPhones="cards"
          isDense
        />
        {isOffered && (
          <DownloadFile runId={detail.run.id} fileId={current.id} number={current.number} />
        )}
      </div>
    </Panel>
  );
}

function Standing({ file, run }: { file: TransferFile; run: Run }) {
  const { replacesNumber, reason } = file;
  const isUsed = isToHandOver(file, run);
  return (
    <span className="wrap-anywhere">
      <Chip tone={isUsed ? 'leaf' : 'error'}>{isUsed ? '使うもの' : '使わない'}</Chip>
      {replacesNumber > 0 && (
        <span className="block text-sm text-ink-2">
          ファイル{replacesNumber}に替わるもの（{reason}）
        </span>
      )}
    </span>
  );
}
