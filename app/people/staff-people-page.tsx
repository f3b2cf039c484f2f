import { Link, useParams } from 'react-router';
import { pageMeta } from '#app/page-meta.ts';
import { usePerson } from '#app/session/use-person.ts';
import { Card } from '#app/ui/card.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/staff-people-page.ts';
import { AssociatePeople } from './associate-people.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '団体の担当者',
    description: '団体の担当者の招待と役割の変更ができます。',
    isListed: false,
  });

export const handle = {
  guard: 'staff',
  breadcrumb: [{ label: '団体の担当者のページ', to: '/staff' }, { label: '担当者' }],
};

/** The people of one's own organisation. */
export default function StaffPeople() {
  const person = usePerson();
  const { associateId = '' } = useParams();
  return (
    <div className="plain-headings page-container min-h-dvh py-10">
      <h1 className="mb-6">担当者</h1>
      <Card>
        {person?.account ? (
          <AssociatePeople
            path={`/api/staff/associates/${encodeURIComponent(associateId)}/people`}
            mayChange
          />
        ) : (
          <Skeleton lines={6} label="担当者を読み込んでいます" />
        )}
      </Card>
      <p className="mt-6">
        <Link to={`/staff?${new URLSearchParams({ associate: associateId })}`}>
          団体の担当者のページに戻る
        </Link>
      </p>
    </div>
  );
}
