import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { may } from '#kit/permissions/permissions.ts';
import { Button } from '#kit/ui/button.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { useSession } from '#people/session/session.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import type { RecordedResult, ResultHistory } from '#warehouse/results/result-correction.ts';
import { CorrectResultDialog } from './correct-result-dialog.tsx';

type Props = { appraisalId: string; onChanged: () => void };

const pathOf = (appraisalId: string) =>
  addressOf('GET /api/office/results/:appraisalId', { params: { appraisalId } });

/** The released result of an application: its corrections with author and reason, and a button for another. */
export function ResultCorrections({ appraisalId, onChanged }: Props) {
  const found = useQuery<ResultHistory>(pathOf(appraisalId));
  const { role } = useSession();
  // The result was reversed with its batch meanwhile.
  if (found.problem?.type === 'NotFound') return null;
  if (found.problem) return <LoadFailure message={found.problem.message} onRetry={found.reload} />;
  if (!found.value) return <Skeleton lines={2} label="訂正の記録を読み込んでいます" />;
  const history = found.value;
  const changed = () => {
    found.reload();
    onChanged();
  };
  return (
    <div className="mt-4 grid gap-3">
      <Corrections results={history.results} />
      {may(role, 'results.correct') && (
        <Actions appraisalId={appraisalId} history={history} onChanged={changed} />
      )}
    </div>
  );
}

function Corrections({ results }: { results: readonly RecordedResult[] }) {
  const corrections = results.slice(0, -1);
  if (corrections.length === 0) return null;
  return (
    <ol aria-label="訂正の記録" className="divide-y divide-dashed divide-line">
      {corrections.map((result, index) => {
        const before = results[index + 1];
        return (
          <li key={result.at} className="py-2.5">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-bold tabular-nums">
                {before && shortOf(before)} → {shortOf(result)}
              </span>
              <span className="text-sm text-ink-2">{result.correctedBy || '運営'}</span>
            </p>
            <p className="text-sm text-ink-2 tabular-nums">{formatDateTime(result.at)}</p>
            <p className="mt-1 rounded-lg bg-honey-soft px-3 py-1.5 text-sm whitespace-pre-line">
              {result.reason}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

const shortOf = ({ outcome, donationYen }: RecordedResult) =>
  outcome === 'completed' ? `${formatYen(donationYen)}円` : appraisalOutcomes[outcome].label;

function Actions({ appraisalId, history, onChanged }: Props & { history: ResultHistory }) {
  const [isOpen, setOpen] = useState(false);
  const { version, blocker, undoUntil } = history;
  const undo = useSubmission(
    (body: { version: number }) =>
      api<ResultHistory>(`${pathOf(appraisalId)}/correct/undo`, { body }),
    {
      onDone() {
        showToast('訂正を取り消しました。');
        onChanged();
      },
    },
  );
  if (blocker !== '') return <p className="text-sm text-ink-2">{blocker}</p>;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          訂正する
        </Button>
        {undoUntil !== null && (
          <Button
            variant="outline"
            size="small"
            isBusy={undo.isPending}
            onClick={() => undo.send({ version })}
          >
            訂正を取り消す（{formatDateTime(undoUntil).slice(-5)}まで）
          </Button>
        )}
      </div>
      <SubmitError message={undo.message} />
      <CorrectResultDialog
        appraisalId={appraisalId}
        history={history}
        isOpen={isOpen}
        onClose={() => {
          setOpen(false);
          onChanged();
        }}
      />
    </>
  );
}
