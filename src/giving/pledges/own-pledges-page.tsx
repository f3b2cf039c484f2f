import { pageMeta } from '#kit/pages/page-meta.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/own-pledges-page.ts';
import { OwnPledgeList } from './own-pledge-list.tsx';
import { SharePublished } from './share-published.tsx';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'わたしの#mypledge',
    description: '寄付にこめた思いを書き、公開の設定を選べます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [{ label: 'マイページ', to: '/mypage' }, { label: '#mypledge' }],
};

/** The donor's own pledges, and the donations without one. */
export default function OwnPledges() {
  const person = usePerson();
  return (
    <div className="page-container py-10">
      <h1>わたしの#mypledge</h1>
      <p className="mt-2 mb-6 max-w-narrow text-ink-2">
        お品物の思い出や団体への応援を、1回の寄付に1つ書けます。金額は、公開を選ばないかぎり表示されません。
      </p>
      {person && <SharePublished />}
      {person ? (
        <OwnPledgeList pledges={person.pledges} donations={person.donations} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  );
}
