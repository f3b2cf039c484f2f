import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { ThreadFacts } from '#people/messages/thread.ts';

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
