import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { showToast } from '#kit/ui/toast.tsx';
import type { AskedApproval } from '#people/approvals/approval.ts';
import { type AdminPerson, PersonRemoval, RoleRequest } from '#people/roles/admin-person.ts';
import { askedMessage } from '#people/roles/asked-message.ts';
import { roleChoices } from './role-choices.ts';

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
export function RoleForm({ person: { uid, role }, onCancel, onDone }: FormProps) {
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
export function RemovalForm({ person: { uid, role, name }, onCancel, onDone }: FormProps) {
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
