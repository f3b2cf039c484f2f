import { useLocation } from 'react-router';
import { OwnTrace } from '#giving/trace/own-trace.tsx';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { useSession } from '#people/session/session.ts';
import { LazyIdentityCheck } from '#warehouse/identity-checks/lazy-identity-check.tsx';
import { ApplicationActions } from './application-actions.tsx';
import { ApplicationCard } from './application-card.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { isOnHold } from './application-timeline.ts';
import { parseAppraisalId } from './appraisal-number.ts';
import { LazyParcels } from './parcels/lazy-parcels.tsx';

/** An application opened by its mailed link, whose token stays in the browser. */
export function FollowedApplication() {
  const { hash } = useLocation();
  const isHydrated = useHydrated();
  const link = parseMailedLink(hash);
  return isHydrated && !link ? <LinkMissing /> : <ApplicationByLink link={link} />;
}

function ApplicationByLink({ link }: { link: MailedLink | undefined }) {
  const { prepared } = useSession();
  const key = prepared && link ? `${link.appraisalId} ${link.token}` : undefined;
  const status = useQuery(key, () =>
    send('POST /api/applications/status', { body: link as MailedLink }),
  );
  if (status.problem) {
    return <LoadFailure message={status.problem.message} onRetry={status.reload} />;
  }
  if (!status.value) {
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
    <>
      <ApplicationCard
        application={application}
        level={2}
        trace={<OwnTrace application={application} token={link?.token} />}
      >
        <LazyParcels application={application} token={link?.token} />
        <ApplicationActions
          application={application}
          token={link?.token}
          onChange={status.change}
          onStale={status.reload}
        />
        <h3 className="mt-8 mb-2 text-lg">お申し込みの内容</h3>
        <ApplicationFacts application={application} />
      </ApplicationCard>
      {isOnHold(application) && link && (
        <section aria-labelledby="identity-check" className="plain-headings mt-10">
          <h2 id="identity-check" className="mb-4 text-xl narrow:text-2xl">
            本人確認
          </h2>
          <LazyIdentityCheck
            {...link}
            whose={link.token}
            onSent={() => status.change({ ...application, identity: 'submitted' })}
          />
        </section>
      )}
    </>
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

/** The content of a mailed link's fragment, which is never sent to a server. */
type MailedLink = { appraisalId: string; token: string };

/** Reads #appraisalId=…&token=…; undefined when either is missing or invalid. */
export function parseMailedLink(hash: string): MailedLink | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const appraisalId = parseAppraisalId(fields.get('appraisalId') ?? '');
  const token = fields.get('token') ?? '';
  return appraisalId && token && token.length <= 100 ? { appraisalId, token } : undefined;
}
