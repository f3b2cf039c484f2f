import { useLocation, useRouteLoaderData } from 'react-router';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { startServiceSignIn } from '#people/session/service-sign-in.ts';
import type { SignInService } from './sign-in-service.ts';

const actionLabels = { login: 'ログイン', join: '登録する' } as const;

/** A button for each sign-in service, above the form; nothing where there is none. */
export function ServiceButtons({
  page,
  isReady,
}: {
  page: keyof typeof actionLabels;
  isReady: boolean;
}) {
  const site = useRouteLoaderData<{ signInServices: readonly SignInService[] }>('root');
  const { search } = useLocation();
  const submission = useSubmission((service: string) =>
    startServiceSignIn({ service, page }, search),
  );
  const services = site?.signInServices ?? [];
  if (services.length === 0) return null;
  return (
    <div className="mb-6 space-y-3">
      {services.map(({ id, name }) => (
        <Button
          key={id}
          variant="outline"
          className="w-full"
          disabled={!isReady}
          isBusy={submission.isPending}
          onClick={() => submission.send(id)}
        >
          {`${name}で${actionLabels[page]}`}
        </Button>
      ))}
      <SubmitError message={submission.message} />
      <div className="flex items-center gap-3 pt-3 text-sm text-ink-2">
        <span className="stitch flex-1" />
        または、メールアドレスで
        <span className="stitch flex-1" />
      </div>
    </div>
  );
}
