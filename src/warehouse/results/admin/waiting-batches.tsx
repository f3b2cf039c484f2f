import { Panel } from '#kit/lists/panel.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { ResultBatch } from '#warehouse/results/result-import.ts';

/** The pending batches, above everything else: their contents, and when they are released automatically. */
export function WaitingBatches({ batches }: { batches: readonly ResultBatch[] }) {
  return (
    <Panel title="確定を待っている結果">
      <ul className="grid gap-3">
        {batches.map((batch) => (
          <li
            key={batch.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl border-2 border-line px-4 py-2"
          >
            <Link
              to={`/admin/results/${batch.id}`}
              className="inline-flex min-h-11 items-center font-bold break-all text-coral-dark underline underline-offset-4"
            >
              {batch.fileName || '（名前なし）'}
            </Link>
            <span className="tabular-nums">
              {formatYen(batch.accepted)}行・{formatYen(batch.donationYen)}円
            </span>
            {batch.flagged > 0 && <Chip tone="error">確かめる行 {formatYen(batch.flagged)}件</Chip>}
            <span className="text-sm text-ink-2">{releaseTimeText(batch)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The time of a batch's automatic release, in words. */
export const releaseTimeText = ({ releaseDueAt }: ResultBatch) =>
  releaseDueAt === null
    ? '自動では確定しません'
    : `${formatDateTime(releaseDueAt)}に自動で確定します`;
