import { type ReactNode, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { roleLabels } from '#kit/permissions/roles.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { AdminPerson } from '#people/roles/admin-person.ts';
import { RemovalForm, RoleForm } from './role-forms.tsx';

type Action = 'role' | 'remove';

/** One of the people who run the service, with the actions of owners. */
export function PersonDetails({
  person,
  mayChange,
  onChanged,
}: {
  person: AdminPerson;
  mayChange: boolean;
  onChanged: () => void;
}) {
  const [action, setAction] = useState<Action>();
  const closeForm = () => setAction(undefined);
  const done = () => {
    closeForm();
    onChanged();
  };
  return (
    <div className="grid gap-5">
      <Facts>
        <Fact label="お名前">
          <span className="wrap-anywhere">{person.name}</span>
        </Fact>
        <Fact label="メールアドレス">
          <span className="wrap-anywhere">{person.email}</span>
        </Fact>
        <Fact label="役割">{roleLabels[person.role]}</Fact>
        <Fact label="2段階認証">{person.hasSecondFactor ? '設定済み' : '未設定'}</Fact>
        <Fact label="最後のログイン">
          {person.lastSignInAt === null ? 'まだありません' : formatDateTime(person.lastSignInAt)}
        </Fact>
        <Fact label="ログイン中の端末">{`${person.sessionCount}台`}</Fact>
      </Facts>
      {action === 'role' && <RoleForm person={person} onCancel={closeForm} onDone={done} />}
      {action === 'remove' && <RemovalForm person={person} onCancel={closeForm} onDone={done} />}
      {action === undefined && (
        <Actions person={person} mayChange={mayChange} onChoose={setAction} onChanged={onChanged} />
      )}
    </div>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-ink-2">{children}</p>
);

function Actions({
  person: { uid, isSelf, isChanging, sessionCount },
  mayChange,
  onChoose,
  onChanged,
}: {
  person: AdminPerson;
  mayChange: boolean;
  onChoose: (action: Action) => void;
  onChanged: () => void;
}) {
  const ending = useSubmission(
    (_: true) => api(`/api/office/people/${uid}/end-sessions`, { method: 'POST' }),
    {
      onDone() {
        showToast('すべての端末をログアウトしました。');
        onChanged();
      },
    },
  );
  if (!mayChange) return <Note>役割を変えられるのは、運営の責任者です。</Note>;
  if (isSelf) {
    return <Note>ご自身の役割は変えられません。ほかの運営の責任者にご依頼ください。</Note>;
  }
  return (
    <>
      {isChanging && <Note>役割の変更が承認を待っています。「承認待ち」をご覧ください。</Note>}
      <SubmitError message={ending.message} />
      <div className="flex flex-wrap justify-end gap-3">
        {sessionCount > 0 && (
          <Button
            variant="outline"
            size="small"
            isBusy={ending.isPending}
            onClick={() => ending.send(true)}
          >
            すべての端末をログアウト
          </Button>
        )}
        {!isChanging && (
          <>
            <Button variant="outline" size="small" onClick={() => onChoose('remove')}>
              運営から外す
            </Button>
            <Button size="small" onClick={() => onChoose('role')}>
              役割を変える
            </Button>
          </>
        )}
      </div>
    </>
  );
}
