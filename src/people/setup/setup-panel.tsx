import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Steps } from '#kit/ui/navigation/steps.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { OwnerForm } from './owner-form.tsx';

const steps = ['アカウント', '2段階認証', '準備'];

/** The account form of the first owner, if the link is valid; otherwise how to get a link. */
export function SetupPanel({ token }: { token: string | null | undefined }) {
  const link = useQuery(token ?? undefined, () =>
    api('/api/setup/link', { body: { token }, isAnonymous: true }),
  );
  if (token === null) return <NoLink />;
  if (link.problem?.type === 'Gone' || link.problem?.type === 'ValidationError') {
    return <NoLink message={link.problem.message} />;
  }
  if (link.problem) return <LoadFailure message={link.problem.message} onRetry={link.reload} />;
  if (!token || !link.value) return <Skeleton lines={6} />;
  return (
    <div className="space-y-6">
      <Steps steps={steps} current={0} />
      <OwnerForm token={token} />
    </div>
  );
}

function NoLink({ message }: { message?: string }) {
  return (
    <Notice title={message ?? 'この画面は、サーバーを起動したときに表示されるリンクから開きます'}>
      <p className="mt-2 text-ink">
        運営の方は、
        <a href="/login" className="underline">
          ログイン画面
        </a>
        からお入りください。
      </p>
    </Notice>
  );
}
