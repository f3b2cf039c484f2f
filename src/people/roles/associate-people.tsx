import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { type StaffRole, staffRoleLabels, staffRoles } from '#kit/permissions/roles.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { AssociatePeople as People, StaffPerson } from './associate-people.ts';
import { StaffInvitationDraft } from './invitation.ts';
import { OpenInvitations } from './open-invitations.tsx';

const hints: Record<StaffRole, string> = {
  editor: 'ページの編集、お礼、担当者の招待ができます',
  viewer: '見るだけで、変えることはできません',
};
const choices = staffRoles.map((role) => ({
  value: role,
  label: staffRoleLabels[role],
  note: hints[role],
}));

/**
 * The people of an organisation and open invitations, for its own editors and for operators: `path` is the API's.
 * Without `mayChange` there are no buttons.
 */
export function AssociatePeople({ path, mayChange }: { path: string; mayChange: boolean }) {
  const query = useQuery<People>(path);
  const { value, problem, reload } = query;
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={6} label="担当者を読み込んでいます" />;
  const isChangeable = mayChange && value.mayChange;
  const change = { path, mayChange: isChangeable, onChanged: reload };
  return (
    <div className="grid gap-8">
      <section aria-labelledby="staff">
        <h2 id="staff" className="mb-3 text-lg narrow:text-xl">
          担当者
        </h2>
        {value.people.length === 0 ? (
          <p className="text-ink-2">担当者はまだいません。</p>
        ) : (
          <ul className="divide-y divide-dashed divide-line">
            {value.people.map((person) => (
              <li key={person.uid} className="py-3 first:pt-0 last:pb-0">
                <StaffPersonRow person={person} {...change} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="invited">
        <h2 id="invited" className="mb-3 text-lg narrow:text-xl">
          招待中の人
        </h2>
        <OpenInvitations {...change} path={`${path}/invitations`} invitations={value.invitations} />
      </section>
      {isChangeable && <Invite path={path} onInvited={reload} />}
    </div>
  );
}

function Invite({ path, onInvited }: { path: string; onInvited: () => void }) {
  const [count, setCount] = useState(0);
  return (
    <section aria-labelledby="invite">
      <h2 id="invite" className="mb-3 text-lg narrow:text-xl">
        担当者を招待する
      </h2>
      <InviteForm
        // Resets the form after each invitation.
        key={count}
        path={path}
        onInvited={() => {
          setCount(count + 1);
          onInvited();
        }}
      />
    </section>
  );
}

function InviteForm({ path, onInvited }: { path: string; onInvited: () => void }) {
  const form = useForm({
    schema: StaffInvitationDraft,
    initial: { email: '', staffRole: 'editor' },
  });
  const submission = useSubmission((body: StaffInvitationDraft) => api(path, { body }), {
    form,
    onDone() {
      showToast('招待のメールを送りました。');
      onInvited();
    },
  });
  return (
    <Form form={form} className="grid max-w-narrow gap-5" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <EmailField
        form={form}
        path="email"
        required
        autoComplete="off"
        help="7日以内に一度だけ使えるリンクをお送りします。"
      />
      <RadioCards
        form={form}
        path="staffRole"
        label="役割"
        required
        choices={choices}
        columns={2}
      />
      <SubmitError message={submission.message} />
      <div>
        <Button type="submit" isBusy={submission.isPending}>
          招待を送る
        </Button>
      </div>
    </Form>
  );
}

type RowProps = {
  person: StaffPerson;
  path: string;
  mayChange: boolean;
  onChanged: () => void;
};

/** One of an organisation's people, with the actions of its editors. */
function StaffPersonRow({ person, path, mayChange, onChanged }: RowProps) {
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
