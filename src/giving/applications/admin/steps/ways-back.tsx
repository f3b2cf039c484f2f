import { useEffect, useState } from 'react';
import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { SetRightRequest } from '#giving/applications/step-changes.ts';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { timestampToDate } from '#kit/values/timestamp.ts';
import { useSession } from '#people/session/session.ts';
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

type SetRightProps = {
  application: Pick<AdminApplicationDetail, 'appraisalId' | 'version' | 'state'>;
  toState: AdminApplicationDetail['state'];
  onClose: () => void;
  onDone: () => void;
};

/** Asks why a state is wrong, and for the message to the donor, before it is corrected. */
export function CorrectStateDialog({ isOpen, ...props }: SetRightProps & { isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} title="状態を直しますか？" onClose={props.onClose}>
      <SetRightForm {...props} />
    </Dialog>
  );
}

function SetRightForm({
  application: { appraisalId, version, state },
  toState,
  onClose,
  onDone,
}: SetRightProps) {
  const form = useForm<SetRightRequest, SetRightRequest>({
    schema: SetRightRequest,
    initial: { appraisalId, version, toState, reason: '', donorWords: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    // The version shown now, not the one when the form was opened.
    ({ reason, donorWords }: SetRightRequest) =>
      send('POST /api/office/applications/set-right', {
        body: { appraisalId, version, toState, reason, donorWords } satisfies SetRightRequest,
      }),
    {
      form,
      onDone({ message }) {
        showToast(message);
        onClose();
        onDone();
      },
    },
  );
  return (
    <Form
      form={form}
      className="space-y-5"
      onSubmit={form.submit(async (body) => {
        const outcome = await submission.send(body);
        if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onDone();
      })}
    >
      <p>
        「{applicationStateFacts[state].admin}」を、前の「
        {applicationStateFacts[toState].admin}
        」に直します。先の操作のお知らせが届いている方には、訂正のメールをお送りします。
      </p>
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="reason"
        label="理由"
        required
        help="記録に残ります。お名前やご住所は書かないでください（例：番号の取り違え）"
        autoComplete="off"
      />
      <TextArea
        form={form}
        path="donorWords"
        label="寄付者へのひとこと"
        help="書いた文は、訂正のメールにそのまま入ります。"
        rows={3}
        maxLength={300}
      />
      <FormButtons submission={submission} onCancel={onClose}>
        直す
      </FormButtons>
    </Form>
  );
}
