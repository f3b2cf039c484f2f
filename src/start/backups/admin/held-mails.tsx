import { useState } from 'react';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { kindLabel } from '#people/mail/admin/mail-labels.ts';
import type { HeldMailChoice, HeldMailGroup } from '#start/backups/restore.ts';

/** What is to happen with which mails, before it is confirmed. */
type Planned = { way: 'send' | 'drop'; choice: HeldMailChoice; count: number };

/** Mails that a restore holds: sent or dropped one by one, by kind, or all. */
export function HeldMails() {
  const { value, problem, reload } = useQuery(addressOf('GET /api/office/held-mails'));
  const [planned, setPlanned] = useState<Planned>();
  const groups = value?.items ?? [];
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const sendable = groups.reduce((sum, { count, isSendable }) => sum + (isSendable ? count : 0), 0);
  return (
    <section>
      <h3 className="font-bold">保留中のメール</h3>
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Skeleton lines={4} label="保留中のメールを読み込んでいます" />
      ) : all === 0 ? (
        <p>保留中のメールはありません。</p>
      ) : (
        <>
          <p>
            {formatYen(all)}
            通を、送らずに止めています。戻す前に、すでに送られたかもしれません。内容を確かめて、送るか、送らずに消すかを決めてください。
          </p>
          <ul className="mt-3 grid gap-3">
            {groups.map((group) => (
              <Group key={group.kind} group={group} onPlan={setPlanned} />
            ))}
          </ul>
          <div className="mt-4 flex flex-wrap gap-3">
            {sendable > 0 && (
              <Button
                size="small"
                onClick={() => setPlanned({ way: 'send', choice: { all: true }, count: sendable })}
              >
                {formatYen(sendable)}通すべてを送る
              </Button>
            )}
            <Button
              variant="outline"
              size="small"
              onClick={() => setPlanned({ way: 'drop', choice: { all: true }, count: all })}
            >
              {formatYen(all)}通すべてを消す
            </Button>
          </div>
        </>
      )}
      <Confirmation
        planned={planned}
        onClose={() => setPlanned(undefined)}
        onDone={() => {
          setPlanned(undefined);
          reload();
        }}
      />
    </section>
  );
}

function Group({
  group: { kind, count, isSendable, mails },
  onPlan,
}: {
  group: HeldMailGroup;
  onPlan: (planned: Planned) => void;
}) {
  const label = kindLabel(kind);
  const plan = (way: Planned['way'], choice: HeldMailChoice = { kind }, many = count) =>
    onPlan({ way, choice, count: many });
  return (
    <li className="rounded-lg border border-line p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          <b>{label}</b>
          <span className="ml-2 tabular-nums">{formatYen(count)}通</span>
          {!isSendable && (
            <span className="block text-sm text-ink-2">
              リンクが使えなくなっているため、送れません。必要な方には、改めて手続きをお願いしてください。
            </span>
          )}
        </p>
        <span className="flex flex-wrap gap-2">
          {isSendable && (
            <Button
              variant="outline"
              size="small"
              aria-label={`${label}をすべて送る`}
              onClick={() => plan('send')}
            >
              送る
            </Button>
          )}
          <Button
            variant="outline"
            size="small"
            aria-label={`${label}をすべて消す`}
            onClick={() => plan('drop')}
          >
            消す
          </Button>
        </span>
      </div>
      {mails.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-11 cursor-pointer py-2 text-sm">1通ずつ決める</summary>
          <ul className="grid gap-3">
            {mails.map(({ id, to, subject, createdAt }) => (
              <li key={id} className="border-t border-dashed border-line pt-3">
                <Link to={`/admin/mails?entry=${id}`} className="font-bold underline">
                  {subject}
                </Link>
                <p className="text-sm break-all">{to}</p>
                <p className="text-sm text-ink-2 tabular-nums">{formatDateTime(createdAt)}</p>
                <span className="mt-1 flex flex-wrap gap-2">
                  {isSendable && (
                    <Button
                      variant="outline"
                      size="small"
                      aria-label={`${to}への「${subject}」を送る`}
                      onClick={() => plan('send', { id }, 1)}
                    >
                      送る
                    </Button>
                  )}
                  <Button
                    variant="outline"
                    size="small"
                    aria-label={`${to}への「${subject}」を消す`}
                    onClick={() => plan('drop', { id }, 1)}
                  >
                    消す
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

const words = {
  send: { title: 'メールを送ります', button: '送る', done: '通を送ります。' },
  drop: { title: 'メールを送らずに消します', button: '消す', done: '通を消しました。' },
} as const;

function Confirmation({
  planned,
  onClose,
  onDone,
}: {
  planned: Planned | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { title, button, done } = words[planned?.way ?? 'send'];
  const submission = useSubmission(
    ({ way, choice }: Planned) =>
      way === 'send'
        ? send('POST /api/office/held-mails/send', { body: choice })
        : send('POST /api/office/held-mails/drop', { body: choice }),
    {
      onDone({ count }) {
        showToast(`${formatYen(count)}${done}`);
        onDone();
      },
    },
  );
  return (
    <Dialog isOpen={planned !== undefined} title={title} onClose={onClose}>
      <div className="grid gap-4">
        <p>
          {formatYen(planned?.count ?? 0)}通です。
          {planned?.way === 'drop'
            ? '消したメールは元に戻せません。'
            : 'すでに届いている方には、二通めになります。'}
        </p>
        {submission.message && (
          <p role="alert" className="text-error">
            {submission.message}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" size="small" onClick={onClose}>
            やめる
          </Button>
          <Button
            size="small"
            isBusy={submission.isPending}
            onClick={() => planned && void submission.send(planned)}
          >
            {button}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
