import { useState } from 'react';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { showMessage } from '#kit/ui/message.ts';
import { ReSignIn, type SignedInPerson } from '#people/accounts/re-sign-in.tsx';
import { ReSignInButtons } from '#people/accounts/re-sign-in-form.tsx';
import { addPasskey } from '#people/session/second-factor.ts';
import { deviceOf } from '#people/sign-in/device.ts';
import {
  type NewRecoveryCodes,
  PasskeyRegistration,
  passkeyNameLength,
} from '#people/sign-in/second-factor.ts';
import { OwnPassword, type OwnProof } from '#people/sign-in/sign-in.ts';
import type { ServiceReturn } from '#people/sign-in/sign-in-service.ts';

const { name } = PasskeyRegistration.shape;
const ByPassword = z.object({ name, password: OwnPassword.shape.password });
const ByProvider = z.object({ name });
type Entry = OwnProof & { name: string };

/** Names a passkey, re-authenticates, and has the browser create it. */
export function PasskeyForm({
  own,
  screen,
  onAdded,
  onCancel,
}: {
  own: SignedInPerson;
  screen: ServiceReturn['screen'];
  onAdded: (made: NewRecoveryCodes) => unknown;
  /** Closes the dialog, where the form is in one. */
  onCancel?: () => void;
}) {
  const [proposed] = useState(() => deviceOf(navigator.userAgent));
  const form = useForm<{ name: string; password: string }, Entry>({
    schema: own.methods.hasPassword ? ByPassword : ByProvider,
    initial: { name: proposed, password: '' },
    onInvalid: onCancel ? undefined : showMessage,
  });
  const submission = useSubmission(addPasskey, { form, onDone: onAdded });
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="name"
        label="パスキーの名前"
        required
        help="あとで見分けるための名前です"
        maxLength={passkeyNameLength}
        autoComplete="off"
      />
      <ReSignIn own={own} form={form} path="password" screen={screen} />
      <p className="text-sm text-ink-2">
        このあと端末の画面が開きます。指紋や顔、暗証番号などで、確認してください。
      </p>
      <SubmitError message={submission.message} />
      <ReSignInButtons
        action="パスキーを追加する"
        isBusy={submission.isPending}
        onCancel={onCancel}
      />
    </Form>
  );
}
