import type { ApplicationStatus } from '#giving/applications/application.ts';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { TraceView } from './trace-view.tsx';

/** The trace of an application for its donor, by sign-in or by the mailed `token`. */
export function OwnTrace({
  application: { appraisalId, version, state },
  token,
}: {
  application: ApplicationStatus;
  token?: string | undefined;
}) {
  const trace = useQuery(`${appraisalId} ${version} ${state}`, () =>
    send('POST /api/applications/trace', { body: { appraisalId, token } }),
  );
  if (trace.problem) return <LoadFailure message={trace.problem.message} onRetry={trace.reload} />;
  if (!trace.value) return <Skeleton lines={8} label="寄付のゆくえを読み込んでいます" />;
  return <TraceView trace={trace.value} askPath={(item) => askPath(appraisalId, item)} />;
}

/** A question about the appraisal of an item. What it is about is in the fragment, which reaches no log. */
const askPath = (appraisalId: string, item: string) =>
  `/contact#${new URLSearchParams({ kind: 'appraisal', appraisalId, item })}`;
