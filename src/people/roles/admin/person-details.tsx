import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { roleLabels } from '#kit/permissions/roles.ts';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import { type AdminPerson, PersonRemoval, RoleRequest } from '#people/roles/admin-person.ts';
import { askedMessage } from '#people/roles/asked-message.ts';
import { roleChoices } from './role-choices.ts';

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

type FormProps = { person: AdminPerson; onCancel: () => void; onDone: () => void };

const RoleEntry = z.object({ to: RoleRequest.shape.to, reason: RoleRequest.shape.reason });
type RoleEntry = z.infer<typeof RoleEntry>;
const RemovalEntry = z.object({ reason: PersonRemoval.shape.reason });
type RemovalEntry = z.infer<typeof RemovalEntry>;

function done({ dueAt }: AskedApproval, onDone: () => void) {
  showToast(askedMessage(dueAt));
  onDone();
}

/** Requests another role; `from` is the current one. */
function RoleForm({ person: { uid, role }, onCancel, onDone }: FormProps) {
  const form = useForm({ schema: RoleEntry, initial: { to: '', reason: '' } });
  const submission = useSubmission(
    (entry: RoleEntry) =>
      api<AskedApproval>(`/api/office/people/${uid}/role`, { body: { from: role, ...entry } }),
    { form, onDone: (answer) => done(answer, onDone) },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <RadioCards
        form={form}
        path="to"
        label="新しい役割"
        required
        choices={roleChoices.filter(({ value }) => value !== role)}
        columns={2}
      />
      <Reason form={form} />
      <FormButtons submission={submission} onCancel={onCancel}>
        役割の変更を依頼する
      </FormButtons>
    </Form>
  );
}

/** Requests that a person stops running the service. */
function RemovalForm({ person: { uid, role, name }, onCancel, onDone }: FormProps) {
  const form = useForm({ schema: RemovalEntry, initial: { reason: '' } });
  const submission = useSubmission(
    (entry: RemovalEntry) =>
      api<AskedApproval>(`/api/office/people/${uid}/remove`, { body: { from: role, ...entry } }),
    { form, onDone: (answer) => done(answer, onDone) },
  );
  return (
    <Form form={form} className="grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <p>
        <b className="wrap-anywhere">{name}</b>
        さんを運営から外します。すべての端末がログアウトし、運営の画面には入れなくなります。これまでの操作の記録はそのまま残ります。
      </p>
      <Reason form={form} />
      <FormButtons submission={submission} onCancel={onCancel}>
        運営から外す依頼をする
      </FormButtons>
    </Form>
  );
}

const Reason = ({ form }: { form: FormFields }) => (
  <TextArea
    form={form}
    path="reason"
    label="理由"
    rows={2}
    maxLength={500}
    help="承認する人が読みます。記録に残ります。"
  />
);
