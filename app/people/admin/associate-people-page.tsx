import { useParams } from 'react-router';
import { BackLink } from '#app/admin/back-link.tsx';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { AssociatePeople } from '#app/people/associate-people.tsx';
import { useSession } from '#app/session/session.ts';
import { useQuery } from '#app/session/use-query.ts';
import type { AdminAssociateDetail } from '#domain/associates/admin-associate.ts';
import { may } from '#domain/auth/permissions.ts';

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
