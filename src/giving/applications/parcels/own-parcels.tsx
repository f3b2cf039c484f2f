import type { ApplicationStatus, StatusRequest } from '#giving/applications/application.ts';
import { apiResponse } from '#kit/client/api.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
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
    send('POST /api/applications/parcels', { body: proof }),
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

/** Prints the labels of the donor's own cartons. */
export function LabelButton({ proof, boxes }: { proof: StatusRequest; boxes: number }) {
  const download = useSubmission(async (body: StatusRequest) => {
    const response = await apiResponse(addressOf('POST /api/applications/label'), { body });
    saveFile(await response.blob(), fileNameOf(response, 'label.pdf'));
  });
  return (
    <section aria-label="箱に貼るラベル">
      <p className="font-bold">箱に貼るラベル</p>
      <p className="mt-1 text-sm">
        {boxes > 1
          ? `${boxes}箱分のラベルです。1箱に1枚ずつお貼りください。`
          : 'A4の紙に印刷して、'}
        箱の上の面に貼ってください。どの箱かが、届いてすぐにわかります。
      </p>
      <div className="mt-3 space-y-3">
        <SubmitError message={download.message} />
        <Button
          variant="outline"
          size="small"
          isBusy={download.isPending}
          onClick={() => download.send(proof)}
        >
          <Icon name="download" className="size-4" />
          ラベルをダウンロードする
        </Button>
      </div>
    </section>
  );
}
