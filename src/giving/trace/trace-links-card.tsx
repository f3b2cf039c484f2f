import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { ShareLinks } from '#kit/ui/share-links.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { maxTraceLinks, type TraceLink } from './trace-schema.ts';

/** Lets the donor share the trace by a link, with or without sums, and end each link. */
export function TraceLinksCard({ appraisalId }: { appraisalId: string }) {
  const params = { appraisalId };
  const links = useQuery<TraceLink[]>(
    addressOf('GET /api/users/applications/:appraisalId/trace-links', { params }),
  );
  return (
    <Card as="section" aria-labelledby="trace-links" className="mt-6">
      <h2 id="trace-links" className="text-lg narrow:text-xl">
        このゆくえを、ほかの方に見せる
      </h2>
      <p className="mt-2">
        リンクを知っている方だけが見られるページです。お名前・ご住所・申込番号・お礼の手紙は表示されません。リンクは、いつでも止められます。
      </p>
      {links.problem && <LoadFailure message={links.problem.message} onRetry={links.reload} />}
      {!links.problem && !links.value && <Skeleton lines={2} label="リンクを読み込んでいます" />}
      {links.value && (
        <>
          <ul className="grid gap-4">
            {links.value.map((link) => (
              <OpenLink key={link.id} link={link} onEnded={links.reload} />
            ))}
          </ul>
          {links.value.length < maxTraceLinks && (
            <NewLink appraisalId={appraisalId} onMade={links.reload} />
          )}
        </>
      )}
    </Card>
  );
}

function OpenLink({ link, onEnded }: { link: TraceLink; onEnded: () => void }) {
  const { id, url, showsSums, createdOn } = link;
  const end = useSubmission(
    () => send('POST /api/users/trace-links/:linkId/end', { params: { linkId: id } }),
    {
      onDone() {
        showToast('リンクを止めました。');
        onEnded();
      },
    },
  );
  return (
    <li className="mt-4 rounded-tile bg-sand p-4">
      <p className="mb-3 text-sm">
        <b>{showsSums ? '金額を見せるリンク' : '金額を見せないリンク'}</b>
        <span className="ml-2 text-ink-2 tabular-nums">{formatDate(createdOn)}に作成</span>
      </p>
      <ShareLinks address={url} title="寄付のゆくえ（たすき）" />
      <SubmitError message={end.message} />
      <p className="mt-3">
        <Button
          variant="outline"
          size="small"
          isBusy={end.isPending}
          onClick={() => end.send(undefined)}
        >
          このリンクを止める
        </Button>
      </p>
    </li>
  );
}

function NewLink({ appraisalId, onMade }: { appraisalId: string; onMade: () => void }) {
  const [showsSums, setShowsSums] = useState(false);
  const making = useSubmission(
    () =>
      send('POST /api/users/applications/:appraisalId/trace-links', {
        params: { appraisalId },
        body: { showsSums },
      }),
    { onDone: onMade },
  );
  return (
    <div className="mt-4">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={showsSums}
          onChange={({ currentTarget }) => setShowsSums(currentTarget.checked)}
        />
        金額も見せる
      </label>
      <SubmitError message={making.message} />
      <Button
        className="mt-2"
        size="small"
        isBusy={making.isPending}
        onClick={() => making.send(undefined)}
      >
        共有するリンクを作る
      </Button>
    </div>
  );
}
