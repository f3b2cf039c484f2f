import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { EmailField } from '#kit/forms/fields/email-field.tsx';
import { RadioCards } from '#kit/forms/fields/radio-cards.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine, Rows } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { may, type Permission, permissions } from '#kit/permissions/permissions.ts';
import { type Role, roleLabels, roles } from '#kit/permissions/roles.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import type { Column } from '#kit/ui/table.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type AdminPerson, peoplePageSize } from '#people/roles/admin-person.ts';
import { askedMessage } from '#people/roles/asked-message.ts';
import {
  AdminInvitationDraft,
  type InvitationOutcome,
  type OpenInvitation,
} from '#people/roles/invitation.ts';
import { OpenInvitations } from '#people/roles/open-invitations.tsx';
import { useSession } from '#people/session/session.ts';
import { PersonDetails } from './person-details.tsx';
import { roleChoices } from './role-choices.ts';

/** Donors have none of these permissions. */
const shownRoles = roles.filter((role) => role !== 'donor').toReversed();
const rows = Object.keys(permissions) as Permission[];

const columns: readonly Column<Permission>[] = [
  {
    label: 'できること',
    isRowHeader: true,
    cell: (permission) => (
      <span className="[word-break:auto-phrase]">{permissions[permission].label}</span>
    ),
  },
  ...shownRoles.map((role) => ({
    label: roleLabels[role],
    cell: (permission: Permission) => <Mark isAllowed={may(role, permission)} />,
  })),
];

/** The permissions of each role, from the same table that routes and menus use. */
function PolicyTable() {
  return (
    <Rows
      caption="役割ごとにできること"
      columns={columns}
      rows={rows}
      rowKey={(permission) => permission}
      card={(permission) => (
        <>
          <p className="font-bold [word-break:auto-phrase]">{permissions[permission].label}</p>
          <p className="text-sm text-ink-2">{namesOf(permission)}</p>
        </>
      )}
    />
  );
}

const namesOf = (permission: Permission) =>
  shownRoles
    .filter((role: Role) => may(role, permission))
    .map((role) => `✓ ${roleLabels[role]}`)
    .join('　');

function Mark({ isAllowed }: { isAllowed: boolean }) {
  return (
    <>
      <span aria-hidden="true" className={isAllowed ? 'font-bold text-leaf' : 'text-ink-2'}>
        {isAllowed ? '✓' : '—'}
      </span>
      <span className="sr-only">{isAllowed ? 'できる' : 'できない'}</span>
    </>
  );
}

export const meta = () => [
  { title: '人と役割｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<AdminPerson> = {
  path: '/admin/people',
  api: '/api/office/people',
  rowKey: ({ uid }) => uid,
};

const look: ListDisplay<AdminPerson> = {
  title: '運営の人',
  pageSize: peoplePageSize,
  csv: '/api/office/people.csv',
  columns: (links) => [
    {
      label: 'お名前',
      isRowHeader: true,
      cell: (person) => <RowLink {...links.entry(person.uid)}>{person.name}</RowLink>,
    },
    {
      label: 'メールアドレス',
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    { label: '役割', cell: (person) => <RoleOf person={person} /> },
    { label: '2段階認証', cell: (person) => <SecondFactorChip person={person} /> },
    { label: '最後のログイン', cell: (person) => <LastSignIn person={person} /> },
    { label: 'ログイン中の端末', isNumber: true, cell: ({ sessionCount }) => `${sessionCount}台` },
  ],
  card: (person, links) => (
    <>
      <CardLine>
        <RowLink {...links.entry(person.uid)}>{person.name}</RowLink>
        <RoleOf person={person} />
      </CardLine>
      <p className="text-sm wrap-anywhere">{person.email}</p>
      <CardLine>
        <span className="text-sm text-ink-2">
          最後のログイン：
          <LastSignIn person={person} />
        </span>
        <span className="text-sm text-ink-2">
          2段階認証：
          <SecondFactorChip person={person} />
        </span>
      </CardLine>
    </>
  ),
};

const invitationsPath = '/api/office/invitations';

/** The people who run the service, open invitations, and the permissions of each role. */
export default function PeoplePage() {
  const { role } = useSession();
  const list = useList(source);
  const invitations = useQuery<{ items: OpenInvitation[] }>(invitationsPath);
  const [isInviting, setInviting] = useState(false);
  const mayChange = may(role, 'people.change');
  return (
    <>
      <PageHead title="人と役割">
        {mayChange && (
          <Button size="small" onClick={() => setInviting(true)}>
            招待する
          </Button>
        )}
      </PageHead>
      <p className="mb-5 max-w-narrow text-sm text-ink-2">
        たすきを運営する人の一覧です。役割を変えるとき、運営から外すとき、責任者・運営・経理を招待するときは、もう1人の承認のあとに反映します。
      </p>
      <div className="grid gap-6">
        <Panel label="運営の人の一覧">
          <ListScreen
            list={list}
            look={look}
            details={{
              title: '運営の人',
              of: (_id, person) =>
                person && (
                  <PersonDetails
                    key={person.uid}
                    person={person}
                    mayChange={mayChange}
                    onChanged={list.onChanged}
                  />
                ),
            }}
          />
        </Panel>
        <Panel title="招待中の人">
          <OpenInvitations
            invitations={invitations.value?.items}
            problem={invitations.problem?.message}
            path={invitationsPath}
            mayChange={mayChange}
            onChanged={invitations.reload}
          />
        </Panel>
        <Panel title="役割ごとにできること">
          <PolicyTable />
        </Panel>
      </div>
      <InviteDialog
        isOpen={isInviting}
        onClose={() => setInviting(false)}
        onInvited={invitations.reload}
      />
    </>
  );
}

function RoleOf({ person: { role, isChanging, isSelf } }: { person: AdminPerson }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Chip tone={role === 'owner' ? 'coral' : 'plain'}>{roleLabels[role]}</Chip>
      {isSelf && <Chip tone="sky">ご自身</Chip>}
      {isChanging && <Chip tone="honey">変更の承認待ち</Chip>}
    </span>
  );
}

function SecondFactorChip({ person: { hasSecondFactor } }: { person: AdminPerson }) {
  return (
    <Chip tone={hasSecondFactor ? 'leaf' : 'honey'}>{hasSecondFactor ? '設定済み' : '未設定'}</Chip>
  );
}

function LastSignIn({ person: { lastSignInAt } }: { person: AdminPerson }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {lastSignInAt === null ? 'まだありません' : formatDateTime(lastSignInAt)}
    </span>
  );
}

type InviteDialogProps = { isOpen: boolean; onClose: () => void; onInvited: () => void };

/** Invites a person to run the service. */
export function InviteDialog({ isOpen, ...form }: InviteDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="運営に招待する" onClose={form.onClose}>
      <InviteForm {...form} />
    </Dialog>
  );
}

function InviteForm({ onClose, onInvited }: Omit<InviteDialogProps, 'isOpen'>) {
  const form = useForm({
    schema: AdminInvitationDraft,
    initial: { email: '', role: '', reason: '' },
  });
  const submission = useSubmission(
    (body: AdminInvitationDraft) => api<InvitationOutcome>('/api/office/invitations', { body }),
    {
      form,
      onDone({ outcome, dueAt }) {
        showToast(outcome === 'sent' ? '招待のメールを送りました。' : askedMessage(dueAt));
        onClose();
        onInvited();
      },
    },
  );
  const needsApproval = may(form.values.role as Role, 'approvals.decide');
  return (
    <Form form={form} className="grid gap-5" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <EmailField
        form={form}
        path="email"
        required
        autoComplete="off"
        help="7日以内に一度だけ使えるリンクをお送りします。"
      />
      <RadioCards form={form} path="role" label="役割" required choices={roleChoices} columns={2} />
      {needsApproval && (
        <TextArea
          form={form}
          path="reason"
          label="理由"
          rows={2}
          maxLength={500}
          help="この役割への招待は、もう1人の承認のあとに送られます。"
        />
      )}
      <FormButtons submission={submission} onCancel={onClose}>
        {needsApproval ? '招待を依頼する' : '招待を送る'}
      </FormButtons>
    </Form>
  );
}
