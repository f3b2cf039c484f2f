import { api } from '#kit/client/api.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { parcelStates } from '#warehouse/tracking/carrier-words.ts';
import { type OutBox, type OutBoxStep, outBoxFilterLabels } from '#warehouse/tracking/out-box.ts';

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
