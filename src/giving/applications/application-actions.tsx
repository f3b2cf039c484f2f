import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { AddressFields } from '#kit/forms/fields/address-fields.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import {
  ApplicationCorrection,
  type ApplicationStatus,
  type CorrectionRequest,
} from './application.ts';
import { asFormAddress } from './form/application-values.ts';
import { DeliveryFields } from './form/delivery-fields.tsx';

/** The changes that are possible until the kit is sent; nothing afterwards. */
export function ApplicationActions({ onStale, ...props }: ApplicationActionsProps) {
  const { canCorrect, canCancel, needsKit } = props.application;
  const [opened, setOpened] = useState<'correct' | 'cancel'>();
  const close = () => setOpened(undefined);
  const dialog = {
    ...props,
    onClose: close,
    async onConflict(message: string) {
      close();
      await showMessage({ title: '変更できませんでした', message });
      onStale();
    },
  };
  return (
    <>
      {(canCorrect || canCancel) && (
        <div className="mt-6 flex flex-wrap gap-3">
          {canCorrect && (
            <Button variant="outline" size="small" onClick={() => setOpened('correct')}>
              {needsKit ? 'お届け先・希望日を変更する' : 'ご住所を変更する'}
            </Button>
          )}
          {canCancel && (
            <Button variant="quiet" size="small" onClick={() => setOpened('cancel')}>
              お申し込みを取り消す
            </Button>
          )}
        </div>
      )}
      <CorrectDialog {...dialog} isOpen={opened === 'correct'} />
      <CancelDialog {...dialog} isOpen={opened === 'cancel'} />
    </>
  );
}

export function CancelDialog(props: ActionDialogProps) {
  const { application, token, onChange, onConflict, isOpen, onClose } = props;
  const { appraisalId, targetName, version } = application;
  const submission = useSubmission(
    (body: { appraisalId: string; token?: string }) =>
      send('POST /api/applications/cancel', { body, ifMatch: `"${version}"` }),
    {
      onDone(cancelled) {
        onClose();
        onChange(cancelled);
        showToast('お申し込みを取り消しました。');
      },
    },
  );
  async function cancel() {
    const outcome = await submission.send({ appraisalId, token });
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onConflict(outcome.message);
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="お申し込みを取り消しますか？"
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            申し込みを続ける
          </Button>
          <Button isBusy={submission.isPending} onClick={cancel}>
            申し込みを取り消す
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>
          {targetName}への寄付のお申し込み（<span className="whitespace-nowrap">{appraisalId}</span>
          ）を取り消します。箱はお送りしません。取り消したあとは、元に戻せません。
        </p>
        <SubmitError message={submission.message} />
      </div>
    </Dialog>
  );
}

/** Changes the delivery address and date until the kit is sent. */
export function CorrectDialog({ isOpen, onClose, ...props }: ActionDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      shape="wide"
      title={props.application.needsKit ? 'お届け先・希望日の変更' : 'ご住所の変更'}
    >
      {/* A new version remounts the form, which starts from the current values. */}
      <CorrectionForm key={props.application.version} {...props} onClose={onClose} />
    </Dialog>
  );
}

function CorrectionForm(props: Omit<ActionDialogProps, 'isOpen'>) {
  const { application, token, onChange, onConflict, onClose } = props;
  const { appraisalId, applicantAddress, deliveryDate, deliverySlot, needsKit, version } =
    application;
  const offer = useQuery(addressOf('GET /api/acceptance'));
  const form = useForm({
    schema: ApplicationCorrection,
    initial: {
      applicantAddress: { ...asFormAddress(applicantAddress), isAddressConfirmed: false },
      deliveryDate,
      deliverySlot,
    },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: CorrectionRequest) =>
      send('POST /api/applications/correct', { body, ifMatch: `"${version}"` }),
    {
      form: {
        // The server reports fields by their path in the request.
        reject: (errors, modal) =>
          form.reject(
            errors.map(({ path, message }) => ({
              path: path.replace(/^correction\./, ''),
              message,
            })),
            modal,
          ),
      },
      onDone(corrected) {
        onClose();
        onChange(corrected);
        showToast(needsKit ? 'お届け先・希望日を変更しました。' : 'ご住所を変更しました。');
      },
    },
  );
  const submit = form.submit(async (correction) => {
    const outcome = await submission.send({ appraisalId, token, correction });
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onConflict(outcome.message);
  });
  return (
    <Form form={form} onSubmit={submit} className="space-y-8">
      <ErrorSummary form={form} />
      <AddressFields form={form} prefix="applicantAddress" />
      {needsKit && <DeliveryFields form={form} days={offer.value} />}
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          変更しない
        </Button>
        <Button type="submit" isBusy={submission.isPending}>
          {submission.isPending ? '送信しています' : 'この内容に変更する'}
        </Button>
      </div>
    </Form>
  );
}

/** An application that its donor can still correct or cancel. */
type ApplicationActionsProps = {
  application: ApplicationStatus;
  /** The guest's mailed token; a donor is identified by the sign-in. */
  token?: string;
  /** Receives the application after each change. */
  onChange: (application: ApplicationStatus) => void;
  /** Called when the application has changed meanwhile and must be reloaded. */
  onStale: () => void;
};

/** Props of the dialogs that change an application. */
type ActionDialogProps = Omit<ApplicationActionsProps, 'onStale'> & {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the reason why the action is no longer possible. */
  onConflict: (message: string) => void;
};
