import { useEffect, useEffectEvent } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { RunChip } from '#money/remittances/admin/state-chips.tsx';
import type { RunDetail } from '#money/remittances/run.ts';
import { useSession } from '#people/session/session.ts';
import { DropRun } from './drop-run.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunFiles } from './run-files.tsx';
import { RunNext } from './run-next.tsx';
import { RunProblems } from './run-problems.tsx';
import { RunRemittances, remittanceSource } from './run-remittances.tsx';

const listOfRuns = { path: '/admin/remittances', label: '送金の一覧' };
/** Often enough to see a large run move. */
const pollMs = 2_000;

/** A run: what to do next, its figures, problems and files, and whom it pays. */
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
