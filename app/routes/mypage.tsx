import { useSearchParams } from 'react-router';
import { givingQuery } from '#app/features/profile/own-giving.ts';
import { OwnGiving } from '#app/features/profile/own-giving-lists.tsx';
import { ProfileHead } from '#app/features/profile/profile-head.tsx';
import { RoomLinks } from '#app/features/profile/room-links.tsx';
import { usePerson } from '#app/features/signing-in/use-person.ts';
import { pageMeta } from '#app/page-meta.ts';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Route } from './+types/mypage.ts';

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

/** The donor's profile as they see it, the ways to the other rooms, and their own giving. */
export default function MyPage() {
  const person = usePerson();
  const [search] = useSearchParams();
  return (
    <div className="page-container space-y-10 py-10">
      {person?.profile ? (
        <>
          <ProfileHead profile={person.profile} />
          <RoomLinks donationCount={person.donations.length} pledgeCount={person.pledges.length} />
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
