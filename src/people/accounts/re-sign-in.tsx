import { SubmitError } from '#kit/forms/submit-error.tsx';
import type { FormFields } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { startServiceReSignIn, useServiceOutcome } from '#people/session/service-sign-in.ts';
import type { SignInMethods } from '#people/sign-in/own-sign-in.ts';
import { PasswordField } from '#people/sign-in/password-field.tsx';
import { problemIn, type ServiceReturn } from '#people/sign-in/sign-in-service.ts';

/** The parts of a signed-in person that a re-authentication uses. */
export type SignedInPerson = {
  account: { email: string };
  methods: Pick<SignInMethods, 'hasPassword' | 'services' | 'isProven'>;
};

/**
 * Re-authenticates a person: by their password or, without one, at their sign-in service, which returns them to this
 * page. Sending the form then asks for the second factor, if there is one (SecondFactorDialog).
 */
export function ReSignIn({
  own,
  form,
  path,
  screen,
  label = 'いまのパスワード',
}: {
  own: SignedInPerson;
  form: FormFields;
  path: string;
  screen: ServiceReturn['screen'];
  label?: string;
}) {
  if (!own.methods.hasPassword) return <ServiceSignIn {...own.methods} screen={screen} />;
  return (
    <>
      {/* For password managers: the account that the password belongs to. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={own.account.email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      />
      <PasswordField
        form={form}
        path={path}
        label={label}
        required
        kind="current"
        help="ご本人の確認のため、もう一度入力してください"
      />
    </>
  );
}

function ServiceSignIn({
  services,
  isProven,
  screen,
}: Pick<SignedInPerson['methods'], 'services' | 'isProven'> & Pick<ServiceReturn, 'screen'>) {
  const problem = problemIn(useServiceOutcome());
  const submission = useSubmission((service: string) => startServiceReSignIn({ service, screen }));
  const offered = services.filter(({ isOffered }) => isOffered);
  return (
    <>
      {problem !== undefined && <Notice kind="error" title={problem} />}
      <Notice
        kind={isProven ? 'success' : 'info'}
        title={isProven ? 'ご本人の確認ができました' : 'ご本人の確認'}
      >
        <p>
          {isProven
            ? 'ログインし直してから10分間、この手続きができます。'
            : offered.length > 0
              ? 'パスワードを使わずにログインされています。先に、いつもお使いのサービスでもう一度ログインしてください。'
              : 'この手続きには、パスワードが必要です。再設定のメールから、パスワードを決めてください。'}
        </p>
        {offered.map(({ id, name }) => (
          <Button
            key={id}
            variant={isProven ? 'quiet' : 'outline'}
            size="small"
            className="mt-3 mr-3"
            isBusy={submission.isPending}
            onClick={() => submission.send(id)}
          >
            {`${name}で確認する`}
          </Button>
        ))}
        {!isProven && (
          <p className="mt-3">
            <Link to="/reset-password" className="inline-block py-2 text-coral-dark underline">
              パスワードを決める
            </Link>
          </p>
        )}
        <SubmitError message={submission.message} />
      </Notice>
    </>
  );
}
