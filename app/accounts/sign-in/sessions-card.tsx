import { useState } from 'react';
import { AccountCard } from '#app/accounts/account-card.tsx';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api } from '#app/session/api.ts';
import type { Query } from '#app/session/use-query.ts';
import { Button } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { OwnSession } from '#domain/auth/own-sign-in.ts';
import { formatDateTime } from '#domain/values/timestamp.ts';

const unknownDevice = '端末の種類は不明です';

/** The browsers in which the person is signed in, and the way to sign the others out. */
export function SessionsCard({ sessions }: { sessions: Query<OwnSession[]> }) {
  return (
    <AccountCard title="ログイン中の端末">
      <p className="mt-1 text-sm text-ink-2">
        お心あたりのない端末があるときは、ログアウトさせて、パスワードを変更してください。
      </p>
      <div className="mt-4">
        {!sessions.problem && !sessions.value && <Skeleton lines={2} />}
        {sessions.problem && (
          <LoadFailure message={sessions.problem.message} onRetry={sessions.reload} />
        )}
        {sessions.value && <SessionList sessions={sessions.value} onChange={sessions.change} />}
      </div>
    </AccountCard>
  );
}

function SessionList({
  sessions,
  onChange,
}: {
  sessions: readonly OwnSession[];
  onChange: (sessions: OwnSession[]) => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const one = useSubmission(
    async (sessionId: string) => {
      await api('/api/users/sessions/end', { body: { sessionId } });
      return sessionId;
    },
    {
      onDone(ended) {
        onChange(sessions.filter(({ id }) => id !== ended));
        showToast('ログアウトさせました。');
      },
    },
  );
  const all = useSubmission(
    (_: object) => api('/api/users/sessions/end-others', { method: 'POST' }),
    {
      onDone() {
        setAsked(false);
        onChange(sessions.filter(({ isCurrent }) => isCurrent));
        showToast('ほかの端末をすべてログアウトさせました。');
      },
    },
  );
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-dashed border-line py-3"
          >
            <div className="min-w-0">
              <p className="font-bold">
                {session.device || unknownDevice}
                {session.isCurrent && (
                  <span className="ml-2">
                    <Chip tone="leaf">この端末</Chip>
                  </span>
                )}
              </p>
              <p className="flex flex-wrap gap-x-4 text-sm text-ink-2 tabular-nums">
                <span>最後のご利用：{formatDateTime(session.lastSeenAt)}</span>
                <span>ログイン：{formatDateTime(session.signedInAt)}</span>
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                variant="outline"
                size="small"
                isBusy={one.isPending}
                onClick={() => one.send(session.id)}
              >
                ログアウトさせる
                <span className="sr-only">（{session.device || unknownDevice}）</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SubmitError message={one.message} />
      {sessions.length > 2 && (
        <Button variant="outline" className="mt-4 w-full" onClick={() => setAsked(true)}>
          ほかの端末をすべてログアウトさせる
        </Button>
      )}
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title="ほかの端末をすべてログアウトさせますか？"
        actions={
          <>
            <Button variant="outline" onClick={() => setAsked(false)}>
              やめる
            </Button>
            <Button isBusy={all.isPending} onClick={() => all.send({})}>
              すべてログアウトさせる
            </Button>
          </>
        }
      >
        <p>この端末のログインは、そのまま続きます。</p>
        <SubmitError message={all.message} />
      </Dialog>
    </>
  );
}
