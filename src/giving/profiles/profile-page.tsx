import { useSearchParams } from 'react-router';
import { DonorTasks } from '#giving/donations/donor-tasks.tsx';
import { BoxUnderWay } from '#giving/trace/box-under-way.tsx';
import { send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Picture, type PictureName } from '#kit/ui/pictures/picture.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Profile } from '#people/accounts/account.ts';
import { genderLabels } from '#people/accounts/gender.ts';
import type { LegalNotice } from '#people/legal/legal-text-schema.ts';
import { TermsNotice } from '#people/legal/terms-notice.tsx';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/profile-page.ts';
import { birthLabel } from './birth-label.ts';
import { givingQuery } from './own-giving.ts';
import { OwnGiving } from './own-giving-lists.tsx';
import { OwnBanner, OwnPicture } from './own-pictures.tsx';
import { SnsLinks } from './sns-links.tsx';

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

/** The box under way, the donor's tasks, profile, links to the other pages, and own giving. */
export default function MyPage() {
  const person = usePerson();
  const [search] = useSearchParams();
  const underWay = useQuery(person?.uid, () =>
    send('GET /api/users/applications', { query: { stage: 'under-way', limit: 100 } }),
  );
  const terms = useQuery<LegalNotice>(person && '/api/users/legal-notice');
  // Waits for the data shown at the top, so that nothing moves down later.
  return (
    <div className="page-container space-y-10 py-10">
      {person?.profile && (underWay.value || underWay.problem) && (terms.value || terms.problem) ? (
        <>
          {terms.value?.notice && <TermsNotice notice={terms.value.notice} onSeen={terms.change} />}
          {underWay.value && <BoxUnderWay applications={underWay.value} />}
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

/** Links to the donor's other pages, with summaries and the donor's own counts. */
function MyPageLinks({
  donationCount,
  pledgeCount,
}: {
  donationCount: number;
  pledgeCount: number;
}) {
  const links: { to: string; picture: PictureName; title: string; words: string }[] = [
    {
      to: '/mypage/donation-history',
      picture: 'package',
      title: '寄付の履歴',
      words: donationCount === 0 ? '箱の状況と受領証明書' : `${donationCount}件の寄付と、箱の状況`,
    },
    {
      to: '/mypage/my-pledge',
      picture: 'love-letter',
      title: '#mypledge',
      words: pledgeCount === 0 ? '寄付にこめた思いを書く' : `${pledgeCount}件の投稿`,
    },
    {
      to: '/mypage/account',
      picture: 'locked',
      title: 'アカウント設定',
      words: 'お名前・ご住所・パスワードなど',
    },
  ];
  return (
    <nav aria-label="マイページのメニュー">
      <ul className="grid gap-3 narrow:grid-cols-3 narrow:gap-4">
        {links.map(({ to, picture, title, words }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full items-center gap-4 rounded-card border border-line bg-paper p-4 no-underline hover:border-coral narrow:p-5"
            >
              <Picture name={picture} className="size-10" />
              <span className="min-w-0 grow">
                <span className="block font-bold">{title}</span>
                <span className="block text-sm leading-snug text-ink-2">{words}</span>
              </span>
              <Icon name="chevron-right" className="size-5 text-coral" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Banner, picture, name, text and accounts; birth and gender are marked as private. */
function ProfileHead({ profile }: { profile: Profile }) {
  const { name, text, birth, gender, snsAccounts, image, bannerImage } = profile;
  return (
    <section className="overflow-hidden rounded-card border border-line bg-paper">
      <OwnBanner path={bannerImage} />
      <div className="px-5 pb-6 narrow:px-8 narrow:pb-8">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <OwnPicture
            path={image}
            className="relative -mt-12 size-24 border-4 border-paper narrow:-mt-16 narrow:size-32"
          />
          <ButtonLink to="/mypage/edit" variant="outline" size="small">
            <Icon name="edit" className="size-4.5" />
            プロフィールを編集
          </ButtonLink>
        </div>
        <h1 className="mt-3 font-sans">{name || '名前はまだありません'}</h1>
        {text === '' ? (
          <p className="mt-2 text-ink-2">
            自己紹介はまだありません。どんな思いで寄付しているかを書くと、#mypledgeを読んだ方に伝わります。
          </p>
        ) : (
          <Paragraphs text={text} className="mt-2" />
        )}
        <SnsLinks accounts={snsAccounts} />
        <div className="mt-5 rounded-tile bg-sand px-5 py-3">
          <p className="flex items-center gap-1.5 text-sm font-bold">
            <Icon name="lock" className="size-4" />
            あなたにだけ表示されています
          </p>
          <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-1">
            <div className="flex gap-3">
              <dt className="shrink-0 text-ink-2">生年月日</dt>
              <dd className={birth === '' ? 'text-ink-2' : ''}>{birthLabel(birth)}</dd>
            </div>
            <div className="flex gap-3">
              <dt className="shrink-0 text-ink-2">性別</dt>
              <dd>{genderLabels[gender]}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  );
}
