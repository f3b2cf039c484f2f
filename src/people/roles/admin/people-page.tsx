import { useState } from 'react';
import { useQuery } from '#kit/client/use-query.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { may } from '#kit/permissions/permissions.ts';
import { roleLabels } from '#kit/permissions/roles.ts';
import { Button } from '#kit/ui/button.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { type AdminPerson, peoplePageSize } from '#people/roles/admin-person.ts';
import type { OpenInvitation } from '#people/roles/invitation.ts';
import { OpenInvitations } from '#people/roles/open-invitations.tsx';
import { useSession } from '#people/session/session.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { PersonDetails } from './person-details.tsx';
import { PolicyTable } from './policy-table.tsx';

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
