import { useId, useState } from 'react';
import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import type { ResultBatch } from '#warehouse/results/result-import.ts';

/** Postpones the automatic release to another morning, or cancels it. */
export function ScheduleForm({
  batch: { id, version, releaseDueAt },
  onClose,
  onDone,
}: {
  batch: ResultBatch;
  onClose: () => void;
  onDone: () => void;
}) {
  const field = useId();
  const [day, setDay] = useState(() => (releaseDueAt ? isoDay(releaseDueAt) : ''));
  const submission = useSubmission(
    (due: string | null, idempotencyKey) =>
      send('POST /api/office/results/batches/:id/schedule', {
        params: { id },
        body: { version, releaseDueAt: due },
        idempotencyKey,
      }),
    { onDone },
  );
  return (
    <div className="grid gap-4">
      <p className="grid gap-1">
        <label htmlFor={field} className="font-bold">
          自動で確定する日（朝9時）
        </label>
        <input
          id={field}
          type="date"
          className="control"
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
      </p>
      <SubmitError message={submission.message} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" size="small" onClick={onClose}>
          やめる
        </Button>
        <Button
          variant="outline"
          size="small"
          isBusy={submission.isPending}
          onClick={() => submission.send(null)}
        >
          自動では確定しない
        </Button>
        <Button
          size="small"
          isBusy={submission.isPending}
          disabled={day === ''}
          onClick={() => submission.send(`${day.replaceAll('-', '')}090000000`)}
        >
          この日にする
        </Button>
      </div>
    </div>
  );
}

const isoDay = (at: string) => `${at.slice(0, 4)}-${at.slice(4, 6)}-${at.slice(6, 8)}`;
