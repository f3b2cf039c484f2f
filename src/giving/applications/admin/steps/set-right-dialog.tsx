import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { SetRightRequest, type StepOutcome } from '#giving/applications/step-changes.ts';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';

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
      api<StepOutcome>('/api/office/applications/set-right', {
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
