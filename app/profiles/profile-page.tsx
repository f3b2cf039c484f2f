import { useSearchParams } from 'react-router';
import { pageMeta } from '#app/page-meta.ts';
import { usePerson } from '#app/session/use-person.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
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

/** The donor's profile as they see it, links to the other pages, and their own giving. */
export default function MyPage() {
  const person = usePerson();
  const [search] = useSearchParams();
  return (
    <div className="page-container space-y-10 py-10">
      {person?.profile ? (
        <>
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
