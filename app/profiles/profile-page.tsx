import { useSearchParams } from 'react-router';
import { DonorTasks } from '#app/donations/donor-tasks.tsx';
import { TermsNotice } from '#app/legal/terms-notice.tsx';
import { pageMeta } from '#app/page-meta.ts';
import { api } from '#app/session/api.ts';
import { usePerson } from '#app/session/use-person.ts';
import { useQuery } from '#app/session/use-query.ts';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { ApplicationStatus } from '#domain/applications/application.ts';
import type { LegalNotice } from '#domain/legal/legal-text-schema.ts';
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
