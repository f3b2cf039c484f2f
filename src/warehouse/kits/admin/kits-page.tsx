import { useNavigate } from 'react-router';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { useList } from '#kit/lists/use-list.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { maxKitsPerBatch } from '#warehouse/kits/kit-batch.ts';
import { batchLook, batchSource } from './batch-list.tsx';

export const meta = () => [
  { title: '箱の発送｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The kits that leave today, and earlier batches. */
export default function KitsPage() {
  const list = useList(batchSource);
  return (
    <>
      <PageHead title="箱の発送">
        <ButtonLink to="/admin/kits/sender" variant="outline" size="small">
          運送会社の設定
        </ButtonLink>
      </PageHead>
      <div className="grid gap-4">
        <TodayPanel onRefused={list.reload} />
        <Panel title="発送の束">
          <ListScreen list={list} look={batchLook} />
        </Panel>
      </div>
    </>
  );
}

function TodayPanel({ onRefused }: { onRefused: () => void }) {
  const today = useQuery(addressOf('GET /api/office/kits/today'));
  const goTo = useNavigate();
  const freezing = useSubmission(
    (body: { after: string }, idempotencyKey) =>
      send('POST /api/office/kits/batches', { body, idempotencyKey }),
    {
      onDone(batch) {
        showToast('今日の分を束にしました。');
        return goTo(`/admin/kits/${batch.id}`);
      },
    },
  );
  async function freeze(after: string) {
    const outcome = await freezing.send({ after });
    if (outcome?.kind !== 'refused') return;
    today.reload();
    onRefused();
  }
  const { value, problem } = today;
  if (problem && !value) {
    return (
      <Panel title="今日発送する箱">
        <LoadFailure message={problem.message} onRetry={today.reload} />
      </Panel>
    );
  }
  return (
    <Panel title="今日発送する箱">
      {!value ? (
        <Skeleton lines={3} label="今日発送する箱を読み込んでいます" />
      ) : (
        <div className="grid gap-3">
          <p>
            <b className="figures text-3xl">{formatYen(value.applications)}</b>件
            <span className="ml-3 text-ink-2">
              {formatYen(value.boxes)}箱・{formatDate(value.day)}
              まで
            </span>
          </p>
          <p className="max-w-narrow text-sm text-ink-2">
            束にすると、いまの住所とご希望を写し取ります。送り状とラベルを出し、発送したあとで、その束だけを発送済みにします。
            {value.applications > maxKitsPerBatch &&
              `一度に束にできるのは、お申し込みの古い順に${formatYen(maxKitsPerBatch)}件までです。`}
          </p>
          <SubmitError message={freezing.message} />
          <div className="flex flex-wrap gap-3">
            {value.applications > 0 ? (
              <Button
                isBusy={freezing.isPending}
                // The cached number may predate the operator's own last batch.
                disabled={today.isLoading}
                onClick={() => freeze(value.latestBatchId)}
              >
                今日の分を束にする
              </Button>
            ) : (
              <p className="text-sm">束になっていない、今日の分はありません。</p>
            )}
            <ButtonLink to="/admin/applications?filter=kit-due" variant="quiet">
              一覧で見る
            </ButtonLink>
          </div>
        </div>
      )}
    </Panel>
  );
}
