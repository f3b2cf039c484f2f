import { useId, useState } from 'react';
import { send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { WaitingRow } from '#warehouse/results/waiting-result.ts';
import { editOf } from './waiting-row-form.tsx';

/** The rows that block the release: accepted here with a reason, or edited in the row's dialog. */
export function FlaggedRows({
  rows,
  pathTo,
  onDone,
}: {
  rows: readonly WaitingRow[];
  pathTo: (id: string) => string;
  onDone: () => void;
}) {
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li
          key={`${row.id} ${row.version}`}
          className="grid gap-2 rounded-xl border-2 border-honey bg-honey-soft px-4 py-3"
        >
          <p className="flex flex-wrap items-center gap-x-4">
            <Link
              to={pathTo(row.id)}
              preventScrollReset
              className="inline-flex min-h-11 items-center font-bold text-coral-dark underline underline-offset-4"
            >
              {row.appraisalId}を直す・外す
            </Link>
            <span>
              {row.row}行目・{formatYen(row.donationYen)}円
            </span>
          </p>
          <ul className="list-disc pl-5">
            {row.flags.map(({ code, message }) => (
              <li key={`${code} ${message}`}>{message}</li>
            ))}
          </ul>
          {row.flags.every(({ code }) => code !== 'does-not-fit') && (
            <Override row={row} onDone={onDone} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Override({
  row: { id, version, appraisalId },
  onDone,
}: {
  row: WaitingRow;
  onDone: () => void;
}) {
  const field = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submission = useSubmission(
    async (overrideReason: string, idempotencyKey) => {
      const row = await send('GET /api/office/results/waiting/:id', { params: { id } });
      return send('POST /api/office/results/waiting/:id', {
        params: { id },
        body: { ...editOf(row), overrideReason, version },
        idempotencyKey,
      });
    },
    { onDone },
  );
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(reason.trim() === '');
        if (reason.trim() !== '') submission.send(reason);
      }}
    >
      <label htmlFor={field} className="text-sm font-bold">
        {appraisalId}はこのままで正しい理由
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={field}
          className="control min-w-0 grow basis-56"
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" variant="outline" size="small" isBusy={submission.isPending}>
          確かめた
        </Button>
      </div>
      <SubmitError message={isMissing ? '理由を入力してください。' : submission.message} />
    </form>
  );
}
