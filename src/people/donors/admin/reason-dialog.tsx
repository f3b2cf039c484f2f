import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { ErasureOnRequest, eraseWord, Reasoned } from '#people/donors/donor-changes.ts';
import { ReasonField } from './correction-dialog.tsx';

type Reason = { reason: string; typed?: typeof eraseWord };

type ReasonDialogProps = {
  isOpen: boolean;
  title: string;
  /** Label of the confirming button. */
  action: string;
  /** Whether the confirmation word of an erasure must be typed. */
  isTyped?: boolean;
  send: (body: Reason) => Promise<unknown>;
  onClose: () => void;
  onDone: (result: unknown) => void;
  /** Explains the effect. */
  children: ReactNode;
};

/** Asks for the reason of an action on a donor's record. */
export function ReasonDialog({ isOpen, title, onClose, ...rest }: ReasonDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose}>
      <ReasonForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

const schemas = { plain: z.object(Reasoned.shape), typed: z.object(ErasureOnRequest.shape) };

function ReasonForm({
  action,
  isTyped = false,
  send,
  onClose,
  onDone,
  children,
}: Omit<ReasonDialogProps, 'isOpen' | 'title'>) {
  const form = useForm<{ reason: string; typed: string }, Reason>({
    schema: isTyped ? schemas.typed : schemas.plain,
    initial: { reason: '', typed: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(send, { form, onDone });
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-5">
      <div className="space-y-2">{children}</div>
      <ErrorSummary form={form} />
      {isTyped && (
        <TextField
          form={form}
          path="typed"
          label={`確認のため「${eraseWord}」と入力してください`}
          required
          autoComplete="off"
        />
      )}
      <ReasonField form={form} />
      <FormButtons submission={submission} onCancel={onClose}>
        {action}
      </FormButtons>
    </Form>
  );
}
