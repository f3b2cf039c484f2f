import { useEffect, useState } from 'react';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { timestampToDate } from '#kit/values/timestamp.ts';
import { useSession } from '#people/session/session.ts';
import { CorrectStateDialog } from './set-right-dialog.tsx';
import { useUndoStep } from './take-back-bar.tsx';

type Application = Pick<
  AdminApplicationDetail,
  'appraisalId' | 'version' | 'state' | 'takeBackUntil' | 'rightState'
>;

/** Two ways to undo the last step: taken back while its mail is pending, or corrected with a reason. */
export function UndoOptions({
  application,
  onChanged,
}: {
  application: Application;
  onChanged: () => void;
}) {
  const { takeBackUntil, rightState } = application;
  const { role } = useSession();
  const leftSeconds = useSecondsUntil(takeBackUntil);
  const canTakeBack = leftSeconds > 0 && may(role, 'applications.move');
  const canSetRight = !canTakeBack && rightState !== null && may(role, 'applications.edit');
  if (!canTakeBack && !canSetRight) return null;
  return (
    <div className="mt-4 border-t border-dashed border-line pt-3">
      {canTakeBack ? (
        <TakeBack application={application} leftSeconds={leftSeconds} onChanged={onChanged} />
      ) : (
        rightState && (
          <SetRight application={application} toState={rightState} onChanged={onChanged} />
        )
      )}
    </div>
  );
}

function TakeBack({
  application: { appraisalId, version },
  leftSeconds,
  onChanged,
}: {
  application: Application;
  leftSeconds: number;
  onChanged: () => void;
}) {
  const [refused, setRefused] = useState<string>();
  const takeBack = useUndoStep(([outcome]) => {
    setRefused(outcome?.isDone ? undefined : outcome?.message);
    if (outcome?.isDone) showToast(outcome.message);
    onChanged();
  });
  return (
    <>
      <p className="text-sm text-ink-2">
        いまの操作は、{takeBackMinutes}分以内なら取り消せます（{timeLeft(leftSeconds)}）。
      </p>
      <Button
        variant="outline"
        size="small"
        className="mt-1.5"
        isBusy={takeBack.isPending}
        onClick={() => takeBack.send([{ appraisalId, version }])}
      >
        取り消す
      </Button>
      <SubmitError message={refused ?? takeBack.message} />
    </>
  );
}

function SetRight({
  application,
  toState,
  onChanged,
}: {
  application: Application;
  toState: AdminApplicationDetail['state'];
  onChanged: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="text-sm text-ink-2">いまの状態が間違っているとき</p>
      <Button variant="outline" size="small" className="mt-1.5" onClick={() => setOpen(true)}>
        状態を直す
      </Button>
      <CorrectStateDialog
        application={application}
        toState={toState}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={onChanged}
      />
    </>
  );
}

const timeLeft = (seconds: number) =>
  seconds >= 60 ? `あと${Math.ceil(seconds / 60)}分` : `あと${seconds}秒`;

/** Seconds left until a time; 0 once it has passed, or without one. */
function useSecondsUntil(until: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  if (until === null) return 0;
  return Math.max(0, Math.ceil((timestampToDate(until).getTime() - now) / 1_000));
}
