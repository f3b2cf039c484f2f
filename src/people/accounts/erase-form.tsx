import { useState } from 'react';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Checkbox } from '#kit/forms/fields/checkbox.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { useSession } from '#people/session/session.ts';
import { eraseAccount } from '#people/session/sign-in.ts';
import { OwnPassword } from '#people/sign-in/sign-in.ts';
import type { OwnAccount } from './own-account.ts';
import { ReSignIn } from './re-sign-in.tsx';

const understood = z.literal(true, '内容をお確かめのうえ、チェックを入れてください。');
const ByPassword = z.object({ password: OwnPassword.shape.password, understood });
const ByProvider = z.object({ understood });
type Entry = { password?: string; understood: true };

/** Closes the account after a re-authentication, then shows the goodbye page. */
export function EraseForm({ own }: { own: OwnAccount }) {
  const navigate = useNavigate();
  const { uid } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<{ password: string; understood: boolean }, Entry>({
    schema: own.methods.hasPassword ? ByPassword : ByProvider,
    initial: { password: '', understood: false },
    onInvalid: showMessage,
  });
  const submission = useSubmission(({ password }: Entry) => eraseAccount({ password }), {
    form,
    onDone() {
      setLeaving(true);
      // The goodbye page ends the session, because it does not require a signed-in person.
      navigate('/goodbye', { replace: true, state: { erasedUid: uid } });
    },
  });
  const isBusy = submission.isPending || isLeaving;
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <ReSignIn own={own} form={form} path="password" screen="erase" />
      <Checkbox
        form={form}
        path="understood"
        label="消去した内容は元に戻せないことを確認しました"
        required
      />
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to="/mypage/account" variant="outline">
          退会しない
        </ButtonLink>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? '手続きをしています' : '退会する'}
        </Button>
      </div>
    </Form>
  );
}
