import { useState } from 'react';
import type {
  SeenApplication,
  StepOutcome,
  TakeBackRequest,
} from '#giving/applications/step-changes.ts';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';

/** Undoes the last step of applications; `onDone` receives the outcomes. */
export function useUndoStep(onDone: (outcomes: StepOutcome[]) => void) {
  return useSubmission(
    (applications: SeenApplication[]) =>
      send('POST /api/office/applications/take-back', {
        body: { applications } satisfies TakeBackRequest,
      }),
    { onDone },
  );
}

/** The successful outcomes, by number and version. */
export const succeeded = (outcomes: readonly StepOutcome[]): SeenApplication[] =>
  outcomes.flatMap(({ appraisalId, isDone, version }) =>
    isDone && version !== null ? [{ appraisalId, version }] : [],
  );

/**
 * Confirms a step and offers to undo it: sticks to the upper edge, clear of the selection bar, until it is closed or
 * another step is taken.
 */
export function UndoBar({
  outcomes,
  onDone,
  onClose,
}: {
  /** The outcomes of a step for one application or a selection. */
  outcomes: readonly StepOutcome[];
  onDone: () => void;
  onClose: () => void;
}) {
  const [refused, setRefused] = useState<StepOutcome[]>([]);
  const done = succeeded(outcomes);
  const takeBack = useUndoStep((told) => {
    onDone();
    const notUndone = told.filter(({ isDone }) => !isDone);
    setRefused(notUndone);
    if (notUndone.length > 0) return;
    const [only] = told;
    showToast(
      told.length === 1 && only ? `${only.appraisalId}：${only.message}` : '取り消しました。',
    );
    onClose();
  });
  const [first] = outcomes.filter(({ isDone }) => isDone);
  return (
    <section
      aria-label="いまの操作"
      className="fixed inset-x-3 top-3 z-30 mx-auto max-w-narrow rounded-xl border-2 border-ink bg-paper px-4 py-2.5 shadow-float"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="min-w-0">
          <b className="tabular-nums">
            {done.length === 1 ? `${first?.appraisalId}を` : `${done.length}件を`}
          </b>
          {done.length === 1 ? first?.message : '進めました。'}
          <span className="block text-sm text-ink-2">
            {takeBackMinutes}分以内なら取り消せます。
          </span>
        </p>
        <div className="flex gap-2">
          <Button
            variant="outline"
            size="small"
            isBusy={takeBack.isPending}
            onClick={() => takeBack.send(done)}
          >
            取り消す
          </Button>
          <Button variant="quiet" size="small" onClick={onClose}>
            閉じる
          </Button>
        </div>
      </div>
      {refused.length > 0 && (
        <ul role="alert" className="mt-2 text-sm text-error">
          {refused.map(({ appraisalId, message }) => (
            <li key={appraisalId}>
              <b className="tabular-nums">{appraisalId}</b>：{message}
            </li>
          ))}
        </ul>
      )}
      <SubmitError message={takeBack.message} />
    </section>
  );
}
