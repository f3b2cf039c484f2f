import { useParams } from 'react-router';
import { PageHead } from '#app/admin/page-head.tsx';
import { Panel } from '#app/admin/panel.tsx';
import { AssociatePeople } from '#app/people/associate-people.tsx';
import { useSession } from '#app/session/session.ts';
import { may } from '#domain/auth/permissions.ts';

export const meta = () => [
  { title: '団体の担当者｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The people of an organisation, for operators, who alone take its last editor away. */
export default function AssociatePeoplePage() {
  const { associateId = '' } = useParams();
  const { role } = useSession();
  return (
    <>
      <PageHead title="団体の担当者" />
      <Panel label="団体の担当者">
        <AssociatePeople
          path={`/api/office/associates/${encodeURIComponent(associateId)}/people`}
          mayChange={may(role, 'associates.edit')}
        />
      </Panel>
    </>
  );
}
