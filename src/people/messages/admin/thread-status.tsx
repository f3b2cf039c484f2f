import { SelectInput } from '#kit/forms/fields/select-input.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { useSession } from '#people/session/session.ts';
import { DueChip } from './due-chip.tsx';
import type { ThreadPart } from './thread-part.ts';
import { useThreadStep } from './use-thread-step.ts';

/** The assignee and due date, with buttons to take the thread on and to close it without a mail. */
export function ThreadStatus(part: ThreadPart) {
  const { thread } = part;
  const { uid } = useSession();
  const assignment = useThreadStep<{ uid: string | null }>(part, 'assign');
  const mark = useThreadStep<{ isAnswered: boolean }>(part, 'answered');
  const isWaiting = thread.dueAt !== null;
  const answeredAt = thread.message?.answeredAt;
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact label="返信">
          {isWaiting ? <DueChip {...thread} /> : <Chip tone="leaf">対応済み</Chip>}
        </Fact>
        <Fact label="対応した日時">
          {answeredAt && <span className="tabular-nums">{formatDateTime(answeredAt)}</span>}
        </Fact>
      </Facts>
      <label htmlFor="assignee" className="block">
        <span className="font-bold">担当者</span>
        <SelectInput
          id="assignee"
          name="assignee"
          choices={thread.colleagues.map((one) => ({ value: one.uid, label: one.name }))}
          emptyLabel="未定"
          value={thread.assignee?.uid ?? ''}
          onChange={(event) => assignment.send({ uid: event.currentTarget.value || null })}
        />
      </label>
      <SubmitError message={assignment.message ?? mark.message} />
      <div className="flex flex-wrap gap-3">
        {thread.assignee?.uid !== uid && (
          <Button
            variant="outline"
            size="small"
            isBusy={assignment.isPending}
            onClick={() => assignment.send({ uid })}
          >
            自分に割り当てる
          </Button>
        )}
        <Button
          variant="outline"
          size="small"
          isBusy={mark.isPending}
          onClick={() => mark.send({ isAnswered: isWaiting })}
        >
          {isWaiting ? '返信せずに対応済みにする' : '未対応に戻す'}
        </Button>
      </div>
    </div>
  );
}
