import { loadNewcomer, useServiceOutcome } from '#app/session/service-sign-in.ts';
import { useSession } from '#app/session/session.ts';
import { useQuery } from '#app/session/use-query.ts';
import { Button } from '#app/ui/button.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { problemIn } from '#domain/auth/sign-in-service.ts';
import { JoinForm, JoinFromApplicationForm } from './join-form.tsx';
import { ServiceButtons } from './service-buttons.tsx';
import { ServiceJoinForm } from './service-join-form.tsx';
import { useClaim } from './use-claim.ts';

/**
 * Registration, prefilled from the application or the sign-in service that the person comes
 * from.
 */
export function JoinPanel() {
  const { prepared } = useSession();
  const { appraisal, letGo } = useClaim();
  const outcome = useServiceOutcome();
  const known = useQuery(outcome === 'newcomer' ? outcome : undefined, loadNewcomer);
  if (outcome === 'newcomer' && known.isLoading) return <Skeleton lines={6} />;
  if (known.problem) return <LoadFailure message={known.problem.message} onRetry={known.reload} />;
  const newcomer = known.value;
  // It took too long, or they are registered by now.
  const problem = problemIn(newcomer === null ? 'expired' : outcome);
  const isReady = prepared;
  return (
    <>
      {problem !== undefined && (
        <div className="mb-6">
          <Notice kind="error" title={problem} />
        </div>
      )}
      {newcomer ? (
        <ServiceJoinForm
          key={appraisal?.appraisalId}
          newcomer={newcomer}
          appraisal={appraisal}
          isReady={isReady}
        />
      ) : (
        <>
          <ServiceButtons page="join" isReady={isReady} />
          {appraisal ? (
            <JoinFromApplicationForm
              key={appraisal.appraisalId}
              appraisal={appraisal}
              isReady={isReady}
            />
          ) : (
            <JoinForm isReady={isReady} />
          )}
        </>
      )}
      {appraisal && (
        <p className="mt-4 text-center">
          <Button variant="quiet" size="small" onClick={letGo}>
            お申し込みとつなげずに登録する
          </Button>
        </p>
      )}
    </>
  );
}
