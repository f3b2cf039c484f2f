import { useState } from 'react';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { storeAccount } from '#people/session/session.ts';
import { updateEmail } from '#people/session/sign-in.ts';
import { EmailChange, OwnPassword } from '#people/sign-in/sign-in.ts';
import type { Route } from './+types/email-page.ts';
import { EditScreen } from './edit-screen.tsx';
import {
  loadAccount,
  type OwnAccount,
  useOwnAccount,
  type VersionedAccount,
} from './own-account.ts';
import { ReSignIn } from './re-sign-in.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'メールアドレスの変更',
    description: 'ログインに使うメールアドレスを変更します。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'メールアドレスの変更' };

export default function AccountEmail() {
  const own = useOwnAccount();
  return (
    <EditScreen
      title="メールアドレスの変更"
      lead="ログインとお知らせに使うメールアドレスです。変更が済むと、ほかの端末はログアウトします。"
      done={{
        title: '確認のメールをお送りしました',
        text: '新しいメールアドレスに届いたリンクを、24時間以内に、ログインしたまま開いてください。それまでは、いまのメールアドレスのままです。',
      }}
    >
      {(onDone) => <EmailForm own={own} onDone={onDone} />}
    </EditScreen>
  );
}

const newEmail = EmailChange.shape.newEmail;
const ByPassword = z.object({ newEmail, password: OwnPassword.shape.password });
const ByProvider = z.object({ newEmail });
type Entry = { newEmail: string; password?: string };

/**
 * Requests a change of the e-mail after a re-authentication; it takes effect once its link is opened. The current
 * e-mail serves as this edit's version: if it has changed meanwhile, the person chooses.
 */
export function EmailForm({ own, onDone }: { own: OwnAccount; onDone: () => void }) {
  const [newer, setNewer] = useState<VersionedAccount>();
  const latest = { ...own, ...newer };
  const { email } = latest.account;
  const form = useForm<{ newEmail: string; password: string }, Entry>({
    schema: own.methods.hasPassword ? ByPassword : ByProvider,
    initial: { newEmail: '', password: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission((entry: Entry) => updateEmail({ email, ...entry }), {
    form,
    onDone: finish,
  });

  async function finish() {
    setNewer(undefined);
    form.reset();
    onDone();
    await own.refresh();
  }

  async function send(entry: Entry): Promise<void> {
    const outcome = await submission.send(entry);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    const stored = await loadAccount().catch(() => undefined);
    // Its link was opened meanwhile, possibly on another device.
    if (stored?.account.email === entry.newEmail) return finish();
    setNewer(stored);
  }

  function keepStored() {
    storeAccount(latest.account);
    setNewer(undefined);
    form.reset();
    own.change(latest);
  }

  return (
    <Form form={form} onSubmit={form.submit(send)} className="space-y-6">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={[{ label: 'メールアドレス', mine: form.values.newEmail, stored: email }]}
          isPending={submission.isPending}
          onKeepStored={keepStored}
        />
      )}
      <dl>
        <dt className="font-bold">いまのメールアドレス</dt>
        <dd className="break-all">{email}</dd>
      </dl>
      <EmailField
        form={form}
        path="newEmail"
        label="新しいメールアドレス"
        required
        help="確認のメールをお送りします。届いたリンクを開くと、変更されます。"
      />
      <ReSignIn own={latest} form={form} path="password" screen="email" />
      <SubmitError message={newer ? undefined : submission.message} />
      {!newer && (
        <Button type="submit" className="w-full" isBusy={submission.isPending}>
          {submission.isPending ? '送っています' : '確認のメールを送る'}
        </Button>
      )}
    </Form>
  );
}
