import { refreshMenuCounts } from '#app/admin/use-menu-counts.ts';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import { showMessage } from '#app/ui/message.ts';
import { showToast } from '#app/ui/toast.tsx';
import { parcelStates } from '#domain/tracking/carrier-words.ts';
import { type OutBox, type OutBoxStep, outBoxFilterLabels } from '#domain/tracking/out-box.ts';

/** Records a box's state by hand, as the carrier could. */
export function BoxSteps({ box, onMoved }: { box: OutBox; onMoved: () => void }) {
  const { appraisalId, number, kitState, version } = box;
  const moving = useSubmission(
    (body: OutBoxStep) =>
      api<OutBox>(`/api/office/tracking/boxes/${appraisalId}/${number}`, { body }),
    {
      onDone({ kitState: now }) {
        showToast(`${appraisalId}の${number}箱めを「${outBoxFilterLabels[now]}」にしました。`);
        refreshMenuCounts();
        onMoved();
      },
    },
  );
  async function move(to: OutBoxStep['to']) {
    const outcome = await moving.send({ to, version });
    if (!outcome || outcome.kind === 'done') return;
    await showMessage({ title: '変更できませんでした', message: outcome.message });
    onMoved();
  }
  const possible = parcelStates.filter((to) => to !== kitState);
  return (
    <span className="flex flex-wrap gap-x-3">
      {possible.map((to) => (
        <button
          key={to}
          type="button"
          disabled={moving.isPending}
          onClick={() => void move(to)}
          aria-label={`${appraisalId}の${number}箱めを「${outBoxFilterLabels[to]}」にする`}
          className="min-h-11 text-sm font-bold text-coral-dark underline underline-offset-4"
        >
          {outBoxFilterLabels[to]}
        </button>
      ))}
    </span>
  );
}
