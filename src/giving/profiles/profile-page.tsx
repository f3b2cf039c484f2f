import { useSearchParams } from 'react-router';
import type { ApplicationStatus } from '#giving/applications/application.ts';
import { DonorTasks } from '#giving/donations/donor-tasks.tsx';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { LegalNotice } from '#people/legal/legal-text-schema.ts';
import { TermsNotice } from '#people/legal/terms-notice.tsx';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/profile-page.ts';
import { MyPageLinks } from './my-page-links.tsx';
import { givingQuery } from './own-giving.ts';
import { OwnGiving } from './own-giving-lists.tsx';
import { ProfileHead } from './profile-head.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'プロフィール',
    description: 'あなたのプロフィールと、寄付した団体、#mypledgeをご覧いただけます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [{ label: 'マイページ' }],
};

/** The donor's tasks, profile, links to the other pages, and own giving. */
export default function MyPage() {
  const person = usePerson();
  const [search] = useSearchParams();
  const underWay = useQuery(person?.uid, () =>
    api<ApplicationStatus[]>('/api/users/applications?stage=under-way&limit=100'),
  );
  const terms = useQuery<LegalNotice>(person && '/api/users/legal-notice');
  // Waits for the data shown at the top, so that nothing moves down later.
  return (
    <div className="page-container space-y-10 py-10">
      {person?.profile && (underWay.value || underWay.problem) && (terms.value || terms.problem) ? (
        <>
          {terms.value?.notice && <TermsNotice notice={terms.value.notice} onSeen={terms.change} />}
          {underWay.value && <DonorTasks applications={underWay.value} />}
          {underWay.problem && (
            <LoadFailure message={underWay.problem.message} onRetry={underWay.reload} />
          )}
          <ProfileHead profile={person.profile} />
          <MyPageLinks
            donationCount={person.donations.length}
            pledgeCount={person.pledges.length}
          />
          <OwnGiving
            donations={person.donations}
            pledges={person.pledges}
            query={givingQuery(search)}
          />
        </>
      ) : (
        <>
          <h1>プロフィール</h1>
          <Skeleton lines={6} />
        </>
      )}
    </div>
  );
}
