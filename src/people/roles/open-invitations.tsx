import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { OpenInvitation } from './invitation.ts';

type Props = {
  /** API path for sending again and withdrawing, by id. */
  path: string;
  mayChange: boolean;
  onChanged: () => void;
};

export function OpenInvitations({
  invitations,
  problem,
  ...more
}: Props & { invitations: readonly OpenInvitation[] | undefined; problem?: string | undefined }) {
  if (problem) return <LoadFailure message={problem} onRetry={more.onChanged} />;
  if (!invitations) return <Skeleton lines={3} label="招待を読み込んでいます" />;
  if (invitations.length === 0) return <p className="text-ink-2">招待中の人はいません。</p>;
  return (
    <ul className="divide-y divide-dashed divide-line">
      {invitations.map((invitation) => (
        <li key={invitation.id} className="py-3 first:pt-0 last:pb-0">
          <Invitation invitation={invitation} {...more} />
        </li>
      ))}
    </ul>
  );
}

const done = {
  resend: '招待を送り直しました。前のリンクは使えなくなりました。',
  withdraw: '招待を取り消しました。',
} as const;

function Invitation({
  invitation: { id, email, roleLabel, createdAt, expiresAt, isExpired },
  path,
  mayChange,
  onChanged,
}: Props & { invitation: OpenInvitation }) {
  const submission = useSubmission(
    async (verb: keyof typeof done) => {
      await api(`${path}/${id}/${verb}`, { method: 'POST' });
      return verb;
    },
    {
      onDone(verb) {
        showToast(done[verb]);
        onChanged();
      },
    },
  );
  return (
    <div className="grid gap-2 narrow:grid-cols-[1fr_auto] narrow:items-center">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">{email}</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
          <Chip>{roleLabel}</Chip>
          <span>{formatDateTime(createdAt)}に招待</span>
          {isExpired ? (
            <Chip tone="error">期限切れ</Chip>
          ) : (
            <span>{formatDateTime(expiresAt)}まで</span>
          )}
        </p>
        <SubmitError message={submission.message} />
      </div>
      {mayChange && (
        <p className="flex flex-wrap justify-end gap-2">
          <Button
            variant="outline"
            size="small"
            isBusy={submission.isPending}
            onClick={() => submission.send('resend')}
          >
            送り直す
            <span className="sr-only">（{email}）</span>
          </Button>
          <Button
            variant="quiet"
            size="small"
            isBusy={submission.isPending}
            onClick={() => submission.send('withdraw')}
          >
            取り消す
            <span className="sr-only">（{email}）</span>
          </Button>
        </p>
      )}
    </div>
  );
}
