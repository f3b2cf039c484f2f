import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { OwnPassword, type OwnProof } from '#people/sign-in/sign-in.ts';
import type { ServiceReturn } from '#people/sign-in/sign-in-service.ts';
import { ReSignIn, type SignedInPerson } from './re-sign-in.tsx';

type ReSignInFormProps<Result> = {
  own: SignedInPerson;
  screen: ServiceReturn['screen'];
  /** Label of the button. */
  action: string;
  send: (proof: OwnProof) => Promise<Result>;
  onDone: (result: Result) => unknown;
  /** Shown above the password. */
  children?: ReactNode;
};

/** A change that requires only a re-authentication. */
export function ReSignInForm<Result>({
  own,
  screen,
  action,
  send,
  onDone,
  onCancel,
  children,
}: ReSignInFormProps<Result> & {
  /** Closes the dialog, where the form is in one. */
  onCancel?: () => void;
}) {
  const form = useForm<{ password: string }, OwnProof>({
    schema: proofOf(own),
    initial: { password: '' },
    // A dialog shows the mistake in place of its own message.
    onInvalid: onCancel ? undefined : showMessage,
  });
  const submission = useSubmission(send, { form, onDone });
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      {children}
      <ReSignIn own={own} form={form} path="password" screen={screen} />
      <SubmitError message={submission.message} />
      <ReSignInButtons action={action} isBusy={submission.isPending} onCancel={onCancel} />
    </Form>
  );
}

/** The same in a dialog that asks for confirmation first. */
export function ReSignInDialog<Result>({
  isOpen,
  title,
  onClose,
  onClosed,
  ...form
}: ReSignInFormProps<Result> & {
  isOpen: boolean;
  title: ReactNode;
  onClose: () => void;
  /** Called when the dialog has faded and the focus has returned. */
  onClosed?: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} title={title} onClose={onClose} onClosed={onClosed}>
      <ReSignInForm {...form} onCancel={onClose} />
    </Dialog>
  );
}

const NoPassword = z.object({});

/** The proof that this person gives with the change. */
export const proofOf = ({ methods }: SignedInPerson) =>
  methods.hasPassword ? OwnPassword : NoPassword;

/** The button of a change, and the one that closes its dialog. */
export function ReSignInButtons({
  action,
  isBusy,
  onCancel,
}: {
  action: string;
  isBusy: boolean;
  onCancel?: (() => void) | undefined;
}) {
  const label = isBusy ? '確認しています' : action;
  if (!onCancel) {
    return (
      <Button type="submit" className="w-full" isBusy={isBusy}>
        {label}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="outline" onClick={onCancel}>
        やめる
      </Button>
      <Button type="submit" isBusy={isBusy}>
        {label}
      </Button>
    </div>
  );
}
