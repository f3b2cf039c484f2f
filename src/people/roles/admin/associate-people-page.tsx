import { useParams } from 'react-router';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { may } from '#kit/permissions/permissions.ts';
import type { AdminAssociateDetail } from '#organisations/associates/admin-associate.ts';
import { AssociatePeople } from '#people/roles/associate-people.tsx';
import { useSession } from '#people/session/session.ts';

export const meta = () => [
  { title: '団体の担当者｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The people of an organisation, for operators, who alone may remove its last editor. */
export default function AssociatePeoplePage() {
  const { associateId = '' } = useParams();
  const { role } = useSession();
  const path = `/api/office/associates/${encodeURIComponent(associateId)}`;
  const name = useQuery<AdminAssociateDetail>(path).value?.name;
  return (
    <>
      <BackLink list={{ path: `/admin/associates/${associateId}`, label: '団体' }} />
      <PageHead title={name ? `${name}の担当者` : '団体の担当者'} />
      <Panel label="団体の担当者">
        <AssociatePeople path={`${path}/people`} mayChange={may(role, 'associates.edit')} />
      </Panel>
    </>
  );
}
