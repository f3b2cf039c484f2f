import type { ApplicationStatus } from '#giving/applications/application.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { OwnParcels as Parcels } from '#warehouse/tracking/own-parcels.ts';
import { LabelButton } from './label-button.tsx';
import { PickupSection } from './pickup-section.tsx';
import { TrackingNumbers } from './tracking-numbers.tsx';

/** The tracking numbers of kits on their way, the label of an own carton, and the pick-up of packed boxes. */
export function OwnParcels({
  application,
  token,
}: {
  application: ApplicationStatus;
  /** The guest's mailed token; a donor is identified by the sign-in. */
  token?: string | undefined;
}) {
  const { appraisalId } = application;
  const proof = { appraisalId, ...(token !== undefined && { token }) };
  const own = useQuery(`parcels ${appraisalId}`, () =>
    api<Parcels>('/api/applications/parcels', { body: proof }),
  );
  if (own.problem) return <LoadFailure message={own.problem.message} onRetry={own.reload} />;
  if (!own.value) return <Skeleton lines={3} label="箱の状況を読み込んでいます" />;
  const { parcels, canPrintLabel } = own.value;
  return (
    <div className="mt-6 space-y-6">
      {parcels.length > 0 && <TrackingNumbers parcels={parcels} boxes={application.boxes} />}
      {canPrintLabel && <LabelButton proof={proof} boxes={application.boxes} />}
      <PickupSection
        own={own.value}
        proof={proof}
        boxes={application.boxes}
        onChange={own.change}
        onStale={own.reload}
      />
    </div>
  );
}
