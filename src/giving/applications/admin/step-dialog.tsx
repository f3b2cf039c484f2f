import { useEffect, useRef, useState } from 'react';
import {
  type AdminApplication,
  type AdminStep,
  adminStepLabels,
  type StepRequest,
} from '#giving/applications/admin-application.ts';
import {
  applicationStateFacts,
  next,
  transitions,
} from '#giving/applications/application-state.ts';
import type { SeenApplication, StepOutcome } from '#giving/applications/step-changes.ts';
import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { ScrollBox } from '#kit/lists/scroll-box.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { succeeded, UndoBar } from './steps/take-back-bar.tsx';
import { isEndingStep } from './steps.ts';

export type StepTarget = Pick<AdminApplication, 'appraisalId' | 'name' | 'steps' | 'version'>;

/** A step to be confirmed for these applications. */
export type PlannedStep = { step: AdminStep; targets: readonly StepTarget[] };

/**
 * Confirms a step for one application or a selection, and shows the outcome for each. `onDone` is called as soon as a
 * step was taken; it can then be undone.
 */
export function StepDialog({
  planned,
  hasWayBack = false,
  onClose,
  onDone,
}: {
  planned: PlannedStep | undefined;
  /** Whether the page itself offers to undo the step. */
  hasWayBack?: boolean;
  onClose: () => void;
  onDone: () => void;
}) {
  // Keeps the step on the screen while the dialog fades.
  const [shown, setShown] = useState(planned);
  if (planned && planned !== shown) setShown(planned);
  const [taken, setTaken] = useState<StepOutcome[]>([]);
  return (
    <>
      {shown && (
        <OneStepDialog
          key={`${shown.step} ${shown.targets.map(({ appraisalId }) => appraisalId).join()}`}
          {...shown}
          isOpen={planned !== undefined}
          onClose={onClose}
          onClosed={() => setShown(undefined)}
          onTaken={(outcomes) => {
            onDone();
            const [only] = outcomes;
            if (!hasWayBack) setTaken(outcomes);
            else if (only?.isDone) showToast(`${only.appraisalId}を${only.message}`);
          }}
        />
      )}
      {!planned && succeeded(taken).length > 0 && (
        <UndoBar
          // A new step resets the bar.
          key={taken.map(({ appraisalId, version }) => `${appraisalId} ${version}`).join()}
          outcomes={taken}
          onDone={onDone}
          onClose={() => setTaken([])}
        />
      )}
    </>
  );
}

function OneStepDialog({
  step,
  targets,
  isOpen,
  onClose,
  onClosed,
  onTaken,
}: PlannedStep & {
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
  onTaken: (outcomes: StepOutcome[]) => void;
}) {
  const [note, setNote] = useState('');
  const [outcomes, setOutcomes] = useState<StepOutcome[]>();
  const submission = useSubmission(
    (body: StepRequest) => send('POST /api/office/applications/step', { body }),
    {
      onDone(latest) {
        const allOutcomes = mergeOutcomes(outcomes, latest);
        onTaken(allOutcomes);
        const [only] = allOutcomes;
        // A single success is shown by the bar that undoes it.
        if (allOutcomes.length > 1 || !only?.isDone) return setOutcomes(allOutcomes);
        onClose();
      },
    },
  );
  const verb = adminStepLabels[step];
  const count = targets.length;
  const take = (applications: readonly SeenApplication[]) =>
    submission.send({
      applications: applications.map(({ appraisalId, version }) => ({ appraisalId, version })),
      step,
      ...(note.trim() !== '' && { note }),
    });
  const retryable = outcomes ? retryableApplications(outcomes, step) : [];

  return (
    <Dialog
      isOpen={isOpen}
      title={outcomes ? '操作の結果' : questions[step].title}
      onClose={onClose}
      onClosed={onClosed}
      actions={
        outcomes ? (
          <>
            {retryable.length > 0 && (
              <Button
                variant="outline"
                size="small"
                isBusy={submission.isPending}
                onClick={() => take(retryable)}
              >
                {`いまの内容で進める（${retryable.length}件）`}
              </Button>
            )}
            <Button size="small" onClick={onClose}>
              閉じる
            </Button>
          </>
        ) : (
          <>
            <Button variant="outline" size="small" onClick={onClose}>
              やめる
            </Button>
            <Button size="small" isBusy={submission.isPending} onClick={() => take(targets)}>
              {count === 1 ? verb : `${verb}（${count}件）`}
            </Button>
          </>
        )
      }
    >
      {outcomes ? (
        <>
          <StepOutcomes outcomes={outcomes} />
          <SubmitError message={submission.message} />
        </>
      ) : (
        <div className="grid gap-4">
          <TargetList step={step} targets={targets} />
          <p className="text-sm text-ink-2">
            お申し込みの方へ、メールでお知らせします：「
            {applicationStateFacts[transitions[step].to].message}」
          </p>
          {isEndingStep(step) && <NoteField value={note} onChange={setNote} />}
          <SubmitError message={submission.message} />
        </div>
      )}
    </Dialog>
  );
}

/** The outcomes of all applications, those of the latest attempt first choice. */
const mergeOutcomes = (earlier: readonly StepOutcome[] | undefined, latest: StepOutcome[]) => {
  const lately = new Map(latest.map((outcome) => [outcome.appraisalId, outcome]));
  return earlier?.map((outcome) => lately.get(outcome.appraisalId) ?? outcome) ?? latest;
};

/** The applications that changed meanwhile but still allow the step, at their current version. */
const retryableApplications = (
  outcomes: readonly StepOutcome[],
  step: AdminStep,
): SeenApplication[] =>
  outcomes.flatMap(({ appraisalId, isStale, state, version }) =>
    isStale && state !== null && version !== null && next(state, step) !== undefined
      ? [{ appraisalId, version }]
      : [],
  );

/** The question before each step; as titles, so that the heading font includes their letters. */
const questions: Record<AdminStep, { title: string }> = {
  'send-kit': { title: '箱を発送しましたか？' },
  'receive-goods': { title: 'お品物が届きましたか？' },
  'receive-unsent': { title: 'お品物が届きましたか？' },
  cancel: { title: '申し込みを取り消しますか？' },
  'call-off': { title: '途中で中止しますか？' },
  return: { title: 'お品物を返送しましたか？' },
  'leave-unpriced': { title: '値付不可にしますか？' },
};

/** The applications of the step, and those for which it is not possible. */
function TargetList({ step, targets }: PlannedStep) {
  return (
    <ScrollBox label="対象の申し込み" className="max-h-60 bg-sand px-4 py-2">
      <ul>
        {targets.map(({ appraisalId, name, steps }) => (
          <li key={appraisalId} className="flex flex-wrap gap-x-3 py-0.5">
            <span className="font-bold tabular-nums">{appraisalId}</span>
            <span>
              <bdi>{name}</bdi> 様
            </span>
            {!steps.includes(step) && (
              <span className="text-sm leading-[1.9] text-error">この操作はできない状態です</span>
            )}
          </li>
        ))}
      </ul>
    </ScrollBox>
  );
}

function NoteField({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  return (
    <label className="block">
      <span className="font-bold">メモ</span>
      <span className="block text-sm text-ink-2">
        理由や経緯を残せます。お申し込みの方には見えません。
      </span>
      <textarea
        rows={3}
        maxLength={500}
        className="control mt-1 block"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

/** The outcome of a step for each application, with the reason of a failure. Takes the focus when it appears. */
function StepOutcomes({ outcomes }: { outcomes: readonly StepOutcome[] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const done = outcomes.filter(({ isDone }) => isDone);
  const refused = outcomes.filter(({ isDone }) => !isDone);
  // Failures first.
  const listed = [...refused, ...done];
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <p role="status" className="font-bold">
        {done.length > 0 && `${done.length}件を進めました。`}
        {refused.length > 0 && `${refused.length}件は進められませんでした。`}
      </p>
      <ScrollBox label="申し込みごとの結果" className="mt-3 max-h-80">
        <ul className="divide-y divide-line border-y border-line">
          {listed.map((outcome) => {
            const { icon, color, label } = lookOf(outcome);
            return (
              <li key={outcome.appraisalId} className="flex items-start gap-2 py-2">
                <Icon name={icon} className={`mt-1 size-5 ${color}`} />
                <span className="font-bold whitespace-nowrap tabular-nums">
                  {outcome.appraisalId}
                </span>
                <span>
                  <span className="sr-only">{label}：</span>
                  {outcome.message}
                </span>
              </li>
            );
          })}
        </ul>
      </ScrollBox>
    </div>
  );
}

function lookOf({ isDone }: StepOutcome) {
  if (isDone) return { icon: 'success', color: 'text-leaf', label: '済み' } as const;
  return { icon: 'alert', color: 'text-error', label: 'できません' } as const;
}
