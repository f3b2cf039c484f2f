import { useLocation } from 'react-router';
import { ApplicationActions } from '#app/features/applications/application-actions.tsx';
import { ApplicationFacts } from '#app/features/applications/application-facts.tsx';
import { ApplicationSheet } from '#app/features/applications/application-sheet.tsx';
import { type MailedLink, readMailedLink } from '#app/features/applications/mailed-link.ts';
import { pageMeta } from '#app/page-meta.ts';
import { api } from '#app/session/api.ts';
import { useSession } from '#app/session/session.ts';
import { useLoaded } from '#app/session/use-loaded.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import type { ApplicationStatus as Status } from '#domain/application.ts';
import type { Route } from './+types/application-status.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'お申し込みの状況',
    description: '箱の発送から寄付まで、お申し込みの状況をご覧いただけます。',
    isListed: false,
  });

export const handle = { breadcrumb: 'お申し込みの状況' };

/** An application as whoever holds its mailed link follows it; the link's token stays in the browser. */
export default function ApplicationStatus() {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const link = readMailedLink(hash);
  return (
    <div className="page-container py-10">
      <h1 className="mb-6">お申し込みの状況</h1>
      {isHydrated && !link ? <LinkMissing /> : <Followed link={link} />}
    </div>
  );
}

function Followed({ link }: { link: MailedLink | undefined }) {
  const { prepared } = useSession();
  const key = prepared && link ? `${link.appraisalId} ${link.token}` : undefined;
  const status = useLoaded(key, () => api<Status>('/api/applications/status', { body: link }));
  if (status.kind === 'failed') {
    return <LoadFailure message={status.message} onAgain={status.again} />;
  }
  if (status.kind === 'loading') {
    return (
      <div className="min-h-dvh">
        <Card>
          <Skeleton lines={8} label="お申し込みの状況を読み込んでいます" />
        </Card>
      </div>
    );
  }
  const application = status.value;
  return (
    <ApplicationSheet application={application} level={2}>
      <ApplicationActions
        application={application}
        token={link?.token}
        onChange={status.change}
        onStale={status.again}
      />
      <h3 className="mt-8 mb-2 text-lg">お申し込みの内容</h3>
      <ApplicationFacts application={application} />
    </ApplicationSheet>
  );
}

function LinkMissing() {
  return (
    <EmptyState
      title="メールのリンクからお開きください"
      picture="envelope"
      action={<ButtonLink to="/login">ログイン</ButtonLink>}
    >
      お申し込みの状況は、受付のメールにあるリンクからご覧いただけます。会員の方は、ログインすると寄付の履歴でご覧いただけます。
    </EmptyState>
  );
}
