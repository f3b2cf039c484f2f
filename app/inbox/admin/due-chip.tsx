import { Chip } from '#app/ui/chip.tsx';
import type { ThreadFacts } from '#domain/inbox/thread.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';

/** The due date of an answer, and whether it is overdue. */
export function DueChip({ dueAt, isOverdue }: Pick<ThreadFacts, 'dueAt' | 'isOverdue'>) {
  if (dueAt === null) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Chip tone={isOverdue ? 'error' : 'honey'}>{isOverdue ? '期限切れ' : '返信待ち'}</Chip>
      <span className="text-sm whitespace-nowrap text-ink-2 tabular-nums">
        {formatDateTime(dueAt)}まで
      </span>
    </span>
  );
}
