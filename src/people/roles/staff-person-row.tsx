import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { type StaffRole, staffRoleLabels } from '#kit/permissions/roles.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { StaffPerson } from './associate-people.ts';

type RowProps = {
  person: StaffPerson;
  path: string;
  mayChange: boolean;
  onChanged: () => void;
};

/** One of an organisation's people, with the actions of its editors. */
export function StaffPersonRow({ person, path, mayChange, onChanged }: RowProps) {
  const { name, email, staffRole, hasSecondFactor, lastSignInAt, sessionCount, isSelf } = person;
  return (
    <div className="grid gap-2 narrow:grid-cols-[1fr_auto] narrow:items-center">
      <div className="min-w-0">
        <p className="font-bold wrap-anywhere">{name}</p>
        {name !== email && <p className="text-sm wrap-anywhere">{email}</p>}
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
          <Chip tone={staffRole === 'editor' ? 'leaf' : 'plain'}>{staffRoleLabels[staffRole]}</Chip>
          {isSelf && <Chip tone="sky">ご自身</Chip>}
          {!hasSecondFactor && <Chip tone="honey">2段階認証が未設定</Chip>}
          <span className="tabular-nums">
            最後のログイン：
            {lastSignInAt === null ? 'まだありません' : formatDateTime(lastSignInAt)}
          </span>
          {sessionCount > 0 && <span>{sessionCount}台でログイン中</span>}
        </p>
      </div>
      {mayChange && !isSelf && <Actions person={person} path={path} onChanged={onChanged} />}
    </div>
  );
}

function Actions({ person, path, onChanged }: Omit<RowProps, 'mayChange'>) {
  const { uid, name, staffRole, sessionCount } = person;
  const [isRemoving, setRemoving] = useState(false);
  const to: StaffRole = staffRole === 'editor' ? 'viewer' : 'editor';
  const change = useSubmission(
    (_: true) => api(`${path}/${uid}/role`, { body: { from: staffRole, to } }),
    {
      onDone() {
        showToast('役割を変えました。ご本人にメールでお知らせします。');
        onChanged();
      },
    },
  );
  const ending = useSubmission(
    (_: true) => api(`${path}/${uid}/end-sessions`, { method: 'POST' }),
    {
      onDone() {
        showToast('すべての端末をログアウトしました。');
        onChanged();
      },
    },
  );
  return (
    <div>
      <p className="flex flex-wrap justify-end gap-2">
        {sessionCount > 0 && (
          <Button
            variant="quiet"
            size="small"
            isBusy={ending.isPending}
            onClick={() => ending.send(true)}
          >
            すべての端末をログアウト
            <span className="sr-only">（{name}）</span>
          </Button>
        )}
        <Button
          variant="outline"
          size="small"
          isBusy={change.isPending}
          onClick={() => change.send(true)}
        >
          {staffRoleLabels[to]}にする
          <span className="sr-only">（{name}）</span>
        </Button>
        <Button variant="quiet" size="small" onClick={() => setRemoving(true)}>
          外す
          <span className="sr-only">（{name}）</span>
        </Button>
      </p>
      <SubmitError message={change.message ?? ending.message} />
      <Removal
        isOpen={isRemoving}
        person={person}
        path={path}
        onClose={() => setRemoving(false)}
        onChanged={onChanged}
      />
    </div>
  );
}

function Removal({
  isOpen,
  person: { uid, name },
  path,
  onClose,
  onChanged,
}: Omit<RowProps, 'mayChange'> & { isOpen: boolean; onClose: () => void }) {
  const submission = useSubmission((_: true) => api(`${path}/${uid}/remove`, { method: 'POST' }), {
    onDone() {
      showToast('担当から外しました。');
      onClose();
      onChanged();
    },
  });
  return (
    <Dialog
      isOpen={isOpen}
      title="担当から外しますか？"
      onClose={onClose}
      actions={
        <>
          <Button variant="outline" size="small" onClick={onClose}>
            やめる
          </Button>
          <Button size="small" isBusy={submission.isPending} onClick={() => submission.send(true)}>
            外す
          </Button>
        </>
      }
    >
      <p>
        <b className="wrap-anywhere">{name}</b>
        さんは、この団体のページに入れなくなります。これまでの記録はそのまま残ります。
      </p>
      <SubmitError message={submission.message} />
    </Dialog>
  );
}
