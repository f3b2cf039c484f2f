import { Link, useRouteLoaderData } from 'react-router';
import { AssociateGrid } from '#app/associates/associate-card.tsx';
import { ChallengeTiles } from '#app/challenges/challenge-tiles.tsx';
import { services } from '#app/context.ts';
import { feedLink, pageMeta } from '#app/page-meta.ts';
import { PledgeGallery } from '#app/pledges/pledge-gallery.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { ChipLink } from '#app/ui/chip.tsx';
import { Picture } from '#app/ui/pictures/picture.tsx';
import { Stat } from '#app/ui/stat.tsx';
import { formatYen } from '#domain/values/yen.ts';
import type { Route } from './+types/top-page.ts';
import { HowItWorks } from './how-it-works.tsx';
import { Questions } from './questions.tsx';

const rankedCount = 6;
const pledgeCount = 6;

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, {
    title: 'たすき｜着なくなった服を、応援したい団体への寄付に',
    description:
      '衣類やブランド品を箱に詰めて送ると、査定額があなたの選んだ団体への寄付になります。送料も査定も無料です。',
  }),
  feedLink('団体の活動', '/feed/activities.xml'),
  feedLink('#mypledge', '/feed/pledges.xml'),
];

export async function loader({ context }: Route.LoaderArgs) {
  const { associates, challenges, achievements, pledges } = context.get(services);
  const [ranked, picks, allChallenges, totals, newestPledges] = await Promise.all([
    associates.search({}, 1),
    associates.categories(),
    challenges.list(),
    achievements.totals(),
    pledges.list({ limit: pledgeCount }),
  ]);
  return {
    ranked: ranked?.items.slice(0, rankedCount) ?? [],
    picks,
    challenges: allChallenges,
    totals,
    pledges: newestPledges,
  };
}

export default function Top({ loaderData }: Route.ComponentProps) {
  const { ranked, picks, challenges, totals, pledges } = loaderData;
  return (
    <>
      <Hero />
      <Totals {...totals} />
      <HowItWorks />
      <section className="page-container pt-16">
        <h2>社会課題から選ぶ</h2>
        <p className="mt-1 mb-6 text-ink-2">気になる課題を選ぶと、取り組む団体が見つかります。</p>
        <ChallengeTiles challenges={challenges} />
      </section>
      {ranked.length > 0 && (
        <section className="page-container pt-16">
          <h2>今月、応援されている団体</h2>
          <OrderLinks />
          <AssociateGrid associates={ranked} />
          <p className="mt-8 text-center">
            <ButtonLink to="/search" variant="outline">
              すべての団体を見る
            </ButtonLink>
          </p>
        </section>
      )}
      {picks.length > 0 && (
        <section className="page-container pt-16">
          <h2>編集部のおすすめ</h2>
          <p className="mt-1 mb-6 text-ink-2">はじめての方に、いま知ってほしい団体です。</p>
          <PickedActivities picks={picks} />
        </section>
      )}
      <PledgeGallery pledges={pledges} />
      <Questions />
      <ClosingCall />
    </>
  );
}

function Hero() {
  return (
    <section className="sash">
      <div className="page-container grid items-center gap-8 pt-12 pb-24 desktop:grid-cols-[auto_1fr]">
        <div>
          <h1 className="text-[min(7vw,1.75rem)] narrow:text-4xl desktop:whitespace-nowrap">
            着なくなった一着を、
            <br />
            次の誰かへのたすきに。
          </h1>
          <p className="mt-4 text-lg desktop:max-w-122">
            箱に詰めて送るだけ。査定額のすべてが、あなたの選んだ団体への寄付になります。送料も査定も無料です。
          </p>
          <p className="mt-6 flex flex-wrap gap-3 max-narrow:flex-col">
            <ButtonLink to="/search">寄付先を探す</ButtonLink>
            <ButtonLink to="#how-it-works" variant="outline">
              しくみを見る
            </ButtonLink>
          </p>
        </div>
        <div
          className="flex items-end justify-center gap-3 narrow:gap-8 desktop:gap-4"
          aria-hidden="true"
        >
          <Picture name="dress" className="size-15 narrow:size-24 desktop:size-22" />
          <Picture name="package" className="size-24 narrow:size-40 desktop:size-36" />
          <Picture name="coat" className="size-15 narrow:size-24 desktop:size-22" />
          <Picture name="cat" className="size-14 narrow:size-20 desktop:size-18" />
        </div>
      </div>
    </section>
  );
}

function Totals({
  totalCount,
  monthlyCount,
  associateCount,
}: {
  totalCount: number;
  monthlyCount: number;
  associateCount: number;
}) {
  return (
    <dl className="page-container relative z-10 -mt-14 grid grid-cols-3 rounded-card border border-line bg-paper py-5">
      <Stat label="累計のご寄付（件）" value={formatYen(totalCount)} />
      <Stat label="今月のご寄付（件）" value={formatYen(monthlyCount)} />
      <Stat label="寄付先の団体" value={formatYen(associateCount)} />
    </dl>
  );
}

function OrderLinks() {
  return (
    <p className="mt-3 mb-6 flex flex-wrap gap-2">
      <ChipLink to="/search" isCurrent>
        今月
      </ChipLink>
      <ChipLink to="/search?order=cumulative">累計</ChipLink>
      <ChipLink to="/search?order=newAssociate">新着</ChipLink>
      <ChipLink to="/search?isDeductible=true">控除対象だけ</ChipLink>
    </p>
  );
}

function PickedActivities({ picks }: { picks: Route.ComponentProps['loaderData']['picks'] }) {
  return (
    <ul className="grid grid-cols-1 gap-5 narrow:grid-cols-2 desktop:grid-cols-3">
      {picks.map(({ category, associateId, title, comment, associate }) => (
        <li
          key={`${category} ${associateId}`}
          className="relative rounded-card border border-line bg-paper p-5"
        >
          <p className="text-sm font-bold text-coral-dark">{title}</p>
          <h3 className="mt-1 font-sans text-lg">
            <Link
              to={`/associate/${associateId}`}
              className="no-underline after:absolute after:inset-0"
            >
              {associate.name}
            </Link>
          </h3>
          <p className="mt-1 text-sm">{comment}</p>
        </li>
      ))}
    </ul>
  );
}

function ClosingCall() {
  const site = useRouteLoaderData<{ associateCount: number }>('root');
  return (
    <section className="mt-16 bg-ink py-10 text-white">
      <div className="page-container flex flex-wrap items-center justify-between gap-6">
        <div>
          <h2>衣替えの季節は、箱ひとつ分のやさしさを。</h2>
          <p className="mt-1">{site?.associateCount ?? 0}の団体から、応援先を選べます。</p>
        </div>
        <ButtonLink to="/search">申し込む</ButtonLink>
      </div>
    </section>
  );
}
