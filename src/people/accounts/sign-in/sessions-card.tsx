import { useRef, useState } from 'react';
import { api } from '#kit/client/api.ts';
import type { Query } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { AccountCard } from '#people/accounts/account-card.tsx';
import type { OwnAccount } from '#people/accounts/own-account.ts';
import { ReSignInDialog } from '#people/accounts/re-sign-in-form.tsx';
import type { OwnSession } from '#people/sign-in/own-sign-in.ts';
import type { OwnProof } from '#people/sign-in/sign-in.ts';

const unknownDevice = '端末の種類は不明です';
const nameOf = ({ device }: OwnSession) => device || unknownDevice;

/** The browsers in which the person is signed in, with buttons to sign the others out. */
export function SessionsCard({
  own,
  sessions,
}: {
  own: OwnAccount;
  sessions: Query<OwnSession[]>;
}) {
  return (
    <AccountCard title="ログイン中の端末">
      <p className="mt-1 text-sm text-ink-2">
        お心当たりのない端末があるときは、ログアウトさせて、パスワードを変更してください。
      </p>
      <div className="mt-4">
        {!sessions.problem && !sessions.value && <Skeleton lines={2} />}
        {sessions.problem && (
          <LoadFailure message={sessions.problem.message} onRetry={sessions.reload} />
        )}
        {sessions.value && (
          <SessionList own={own} sessions={sessions.value} onChange={sessions.change} />
        )}
      </div>
    </AccountCard>
  );
}

function SessionList({
  own,
  sessions,
  onChange,
}: {
  own: OwnAccount;
  sessions: readonly OwnSession[];
  onChange: (sessions: OwnSession[]) => void;
}) {
  const [asked, setAsked] = useState<OwnSession | 'others'>();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const ask = (ended: OwnSession | 'others') => {
    setAsked(ended);
    setAsking(true);
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} className="scroll-mt-24">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-dashed border-line py-3"
          >
            <SessionFacts {...session} />
            {!session.isCurrent && (
              <Button variant="outline" size="small" onClick={() => ask(session)}>
                ログアウトさせる
                <span className="sr-only">（{nameOf(session)}）</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 2 && (
        <Button variant="outline" className="mt-4 w-full" onClick={() => ask('others')}>
          ほかの端末をすべてログアウトさせる
        </Button>
      )}
      {asked && (
        <EndDialog
          own={own}
          ended={asked}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onClosed={() => {
            // Moves the focus, because the pressed button is gone.
            const isGone =
              asked === 'others'
                ? sessions.length <= 2
                : !sessions.some(({ id }) => id === asked.id);
            if (isGone) list.current?.focus();
          }}
          onEnded={() =>
            onChange(
              sessions.filter(
                ({ id, isCurrent }) => isCurrent || (asked !== 'others' && id !== asked.id),
              ),
            )
          }
        />
      )}
    </>
  );
}

function SessionFacts(session: OwnSession) {
  return (
    <div className="min-w-0">
      <p className="font-bold">
        {nameOf(session)}
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
  );
}

/** Signs one other browser out, or all others, after a re-authentication. */
function EndDialog({
  own,
  ended,
  isOpen,
  onClose,
  onClosed,
  onEnded,
}: {
  own: OwnAccount;
  ended: OwnSession | 'others';
  isOpen: boolean;
  onClose: () => void;
  onClosed: () => void;
  onEnded: () => void;
}) {
  const isAll = ended === 'others';
  const send = ({ password }: OwnProof) =>
    isAll
      ? api('/api/users/sessions/end-others', { body: { password } })
      : api('/api/users/sessions/end', { body: { sessionId: ended.id, password } });
  return (
    <ReSignInDialog
      isOpen={isOpen}
      title={
        isAll ? 'ほかの端末をすべてログアウトさせますか？' : 'この端末をログアウトさせますか？'
      }
      onClose={onClose}
      onClosed={onClosed}
      own={own}
      screen="account"
      action={isAll ? 'すべてログアウトさせる' : 'ログアウトさせる'}
      send={send}
      onDone={() => {
        onClose();
        showToast(isAll ? 'ほかの端末をすべてログアウトさせました。' : 'ログアウトさせました。');
        onEnded();
      }}
    >
      <p>
        {isAll
          ? 'いまお使いの端末のログインは、そのまま続きます。'
          : `${nameOf(ended)}（最後のご利用：${formatDateTime(ended.lastSeenAt)}）`}
      </p>
    </ReSignInDialog>
  );
}
