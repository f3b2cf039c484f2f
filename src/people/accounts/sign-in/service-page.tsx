import { useParams } from 'react-router';
import * as z from 'zod/mini';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { AccountScreen } from '#people/accounts/edit-screen.tsx';
import { type OwnAccount, useOwnAccount } from '#people/accounts/own-account.ts';
import { ReSignIn } from '#people/accounts/re-sign-in.tsx';
import { startServiceLink } from '#people/session/service-sign-in.ts';
import { linkProblems } from '#people/sign-in/service-link.ts';
import { OwnPassword } from '#people/sign-in/sign-in.ts';
import type { SignInService } from '#people/sign-in/sign-in-service.ts';
import type { Route } from './+types/service-page.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'ログインの方法の追加',
    description: '外部のサービスでもログインできるようにします。',
    isListed: false,
  });

export const handle = { guard: 'signed-in', breadcrumb: 'ログインの方法の追加' };

/** Links a sign-in service to the account: a re-authentication, then the redirect to the service. */
export default function AccountService() {
  const own = useOwnAccount();
  const { service: id } = useParams();
  const { linkable, services } = own.methods;
  const service = linkable.find((one) => one.id === id);
  const isLinked = services.some((one) => one.id === id);
  return (
    <AccountScreen title="ログインの方法の追加">
      {service ? (
        <Card>
          <LinkForm own={own} service={service} />
        </Card>
      ) : (
        <Notice
          title={
            isLinked
              ? linkProblems['linked-already']
              : 'このサービスは、いまはご利用いただけません。'
          }
        />
      )}
    </AccountScreen>
  );
}

type Entry = { password?: string };

/** Re-authenticates and redirects to a service, which returns to the account with the service linked. */
function LinkForm({ own, service: { id, name } }: { own: OwnAccount; service: SignInService }) {
  const form = useForm<{ password: string }, Entry>({
    schema: own.methods.hasPassword ? OwnPassword : z.object({}),
    initial: { password: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    ({ password }: Entry) => startServiceLink({ service: id, password }),
    {
      form,
    },
  );
  return (
    <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
      <ErrorSummary form={form} />
      <p>
        {`このあと${name}の画面に移ります。そちらでログインすると、次から${name}でもたすきにログインできます。`}
      </p>
      <ReSignIn own={own} form={form} path="password" screen={`service/${id}`} />
      <SubmitError message={submission.message} />
      <Button type="submit" className="w-full" isBusy={submission.isPending}>
        {`${name}へ進む`}
      </Button>
    </Form>
  );
}
