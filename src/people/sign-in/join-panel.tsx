import { useQuery } from '#kit/client/use-query.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { claimPath, loginPathFor } from '#people/session/back-path.ts';
import { loadNewcomer, useServiceOutcome } from '#people/session/service-sign-in.ts';
import { useSession } from '#people/session/session.ts';
import { JoinForm, JoinFromApplicationForm } from './join-form.tsx';
import { ServiceButtons } from './service-buttons.tsx';
import { ServiceJoinForm } from './service-join-form.tsx';
import { problemIn } from './sign-in-service.ts';
import { useClaim, useClaimLink } from './use-claim.ts';

/** Registration, prefilled from the application or sign-in service that led here. */
export function JoinPanel() {
  const { prepared, account, uid } = useSession();
  const { claim, letGo } = useClaim({ isTaken: prepared && account === undefined });
  const link = useClaimLink(claim, uid);
  // Only a link that has certainly expired prevents a registration.
  const isOver = link.problem?.type === 'NotFound';
  const appraisal = isOver
    ? undefined
    : claim && { ...claim, email: link.value?.email ?? claim.email };
  const outcome = useServiceOutcome();
  const newcomerQuery = useQuery(outcome === 'newcomer' ? outcome : undefined, loadNewcomer);
  if (outcome === 'newcomer' && newcomerQuery.isLoading) return <Skeleton lines={6} />;
  if (appraisal && appraisal.email === undefined && link.isLoading) return <Skeleton lines={6} />;
  if (newcomerQuery.problem)
    return <LoadFailure message={newcomerQuery.problem.message} onRetry={newcomerQuery.reload} />;
  const newcomer = newcomerQuery.value;
  // The time is over, or the person has registered meanwhile.
  const problem = problemIn(newcomer === null ? 'expired' : outcome);
  return (
    <>
      {problem !== undefined && (
        <div className="mb-6">
          <Notice kind="error" title={problem} />
        </div>
      )}
      {isOver && (
        <div className="mb-6">
          <Notice title={link.problem?.message} />
        </div>
      )}
      {newcomer ? (
        <ServiceJoinForm key={appraisal?.appraisalId} newcomer={newcomer} appraisal={appraisal} />
      ) : (
        <>
          <ServiceButtons page="join" isReady={prepared} />
          {appraisal ? (
            <JoinFromApplicationForm key={appraisal.appraisalId} appraisal={appraisal} />
          ) : (
            <JoinForm />
          )}
        </>
      )}
      {appraisal && (
        <div className="mt-4 flex flex-col items-center gap-1 text-center">
          <ButtonLink to={loginPathFor(claimPath)} variant="quiet" size="small">
            会員の方は、ログインして履歴に入れる
          </ButtonLink>
          <Button variant="quiet" size="small" onClick={letGo}>
            お申し込みとつなげずに登録する
          </Button>
        </div>
      )}
    </>
  );
}
