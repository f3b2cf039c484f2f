import { useRouteLoaderData } from 'react-router';
import { type ProductKind, productLabels } from '#giving/applications/goods.ts';
import { LargePledge } from '#giving/pledges/large-pledge.tsx';
import { services } from '#kit/pages/context.ts';
import { feedLink, pageMeta, siteAddress } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { goodsPictures } from '#kit/ui/pictures/goods-pictures.ts';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatYen } from '#kit/values/yen.ts';
import type { Associate, CategoryAssociate } from '#organisations/associates/associate.ts';
import type { DirectoryOrder, DirectoryQuery } from '#organisations/associates/directory-query.ts';
import { Supported, supportedOf } from '#organisations/associates/supported.tsx';
import { ChallengeTiles, tileOf } from '#organisations/challenges/challenge-tiles.tsx';
import { shownPicks } from '#site/content/shown-picks.ts';
import { AppraisalButton } from '#site/frame/appraisal-modal.tsx';
import type { Route } from './+types/top-page.ts';
import { GiftStrip, type ShownGift } from './gift-strip.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { PrefectureMap } from './prefecture-map.tsx';
import { mapSize, prefectureTiles } from './prefecture-tiles.ts';
import { Questions } from './questions.tsx';

const rankedCount = 6;

export const meta: Route.MetaFunction = (args) => {
  const address = siteAddress(args);
  return [
    ...pageMeta(args, {
      title: 'たすき｜着なくなった服を、応援したい団体への寄付に',
      description:
        '衣類やブランド品を箱に詰めて送ると、査定額があなたの選んだ団体への寄付になります。お送りいただく方に、送料や査定の費用はかかりません。',
    }),
    feedLink('団体の活動', '/feed/activities.xml'),
    feedLink('#mypledge', '/feed/pledges.xml'),
    ...(import.meta.env.SSR && address !== undefined
      ? [{ 'script:ld+json': structuredData(address) }]
      : []),
  ];
};

export async function loader({ context }: Route.LoaderArgs) {
  const { reads, associates, challenges, achievements, pledges } = context.get(services);
  const [supported, picks, allChallenges, totals, newest, recent, places, claims] =
    await Promise.all([
      firstSupported(associates),
      associates.categories(),
      challenges.list(),
      achievements.totals(),
      pledges.newest(),
      associates.recentGifts(),
      associates.placeCounts(),
      reads.costClaims(),
    ]);
  const { totalCount, monthlyCount, associateCount } = totals;
  // Only what is shown, because the browser receives it as well.
  return {
    supported,
    picks: picks.slice(0, shownPicks).map(pickOf),
    challenges: allChallenges.map(tileOf),
    totals: { totalCount, monthlyCount, associateCount },
    // The newest pledge with a picture, else the newest.
    pledge: newest.find(({ items }) => items.length > 0) ?? newest[0],
    isGiftOfWeek: recent.span === 'week',
    gifts: recent.gifts.map(shownGift),
    claim: claims.ofAssociates,
    map: { tiles: prefectureTiles(places), size: mapSize },
  };
}

const pickOf = ({ category, associateId, title, comment, associate }: CategoryAssociate) => ({
  ...{ category, associateId, title, comment },
  name: associate.name,
});

/**
 * Organisations with gifts this month, else with any gifts, else the newest, so that the heading is always true of
 * them.
 */
async function firstSupported({
  search,
}: {
  search: (
    query: Partial<DirectoryQuery>,
    page: number,
  ) => Promise<{ items: Associate[] } | undefined>;
}) {
  const first = async (by: DirectoryOrder, isTrueOf: (associate: Associate) => boolean) => {
    const items = (await search({ order: by }, 1))?.items ?? [];
    return { by, ranked: items.filter(isTrueOf).slice(0, rankedCount).map(supportedOf) };
  };
  const ofMonth = await first('thisMonth', ({ stat }) => stat.monthlyCount > 0);
  if (ofMonth.ranked.length > 0) return ofMonth;
  const ofAllTime = await first('cumulative', ({ stat }) => stat.totalCount > 0);
  return ofAllTime.ranked.length > 0 ? ofAllTime : first('newAssociate', () => true);
}

export default function Top({ loaderData }: Route.ComponentProps) {
  const { supported, picks, challenges, totals, pledge, isGiftOfWeek, gifts, map, claim } =
    loaderData;
  return (
    <>
      <Hero claim={claim} />
      <Totals {...totals} />
      <HowItWorks />
      <GiftStrip isOfWeek={isGiftOfWeek} gifts={gifts} />
      <section className="page-container pt-10 narrow:pt-16">
        <h2>社会課題から選ぶ</h2>
        <p className="mt-1 mb-6 text-ink-2">気になる課題を選ぶと、取り組む団体が見つかります。</p>
        <ChallengeTiles challenges={challenges} />
      </section>
      {totals.associateCount > 0 && <PrefectureMap {...map} />}
      <Supported {...supported} />
      {picks.length > 0 && (
        <section className="page-container pt-10 narrow:pt-16">
          <h2>編集部のおすすめ</h2>
          <Picks picks={picks} />
        </section>
      )}
      <LargePledge pledge={pledge} />
      <Questions claim={claim} />
      <ClosingCall />
    </>
  );
}

function Hero({ claim }: { claim: string }) {
  return (
    <section className="sash">
      <div className="page-container grid grid-cols-1 items-center gap-6 pt-7 pb-22 narrow:gap-8 narrow:pt-12 narrow:pb-24 desktop:grid-cols-[auto_1fr]">
        <div>
          <h1 className="text-[min(7vw,1.75rem)] narrow:text-4xl desktop:whitespace-nowrap">
            着なくなった一着を、
            <br />
            次の誰かへのたすきに。
          </h1>
          <p className="mt-4 text-lg desktop:max-w-122">
            箱に詰めて送るだけ。査定額が、あなたの選んだ団体への寄付になります。送る方に費用はかかりません。
          </p>
          <p className="mt-2 text-sm text-ink-2 desktop:max-w-122">{claim}</p>
          <p className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3 max-narrow:*:px-3! narrow:flex">
            <AppraisalButton>寄付先を探す</AppraisalButton>
            <ButtonLink to="#how-it-works" variant="outline">
              しくみを見る
            </ButtonLink>
          </p>
        </div>
        <div
          className="flex items-end justify-center gap-2 narrow:gap-8 desktop:gap-4"
          aria-hidden="true"
        >
          <Picture name="dress" className="size-15 narrow:size-24 desktop:size-22" />
          <Picture name="package" className="size-22 narrow:size-40 desktop:size-36" />
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

/** Texts by the editors, each beside a thread, without a frame. */
function Picks({ picks }: { picks: Route.ComponentProps['loaderData']['picks'] }) {
  return (
    <ul className="mt-4 grid gap-x-8 gap-y-5 desktop:grid-cols-3">
      {picks.map(({ category, associateId, title, comment, name }) => (
        <li key={`${category} ${associateId}`} className="relative grid grid-cols-[auto_1fr] gap-4">
          <span className="stitch-down h-full" aria-hidden="true" />
          <div className="min-w-0">
            <p className="text-sm font-bold text-coral-dark">{title}</p>
            <h3 className="line-clamp-2 font-sans text-lg [text-spacing-trim:space-all]">
              <Link
                to={`/associate/${associateId}`}
                className="no-underline after:absolute after:inset-0"
              >
                {name}
              </Link>
            </h3>
            <p className="line-clamp-2 text-sm">{comment}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function ClosingCall() {
  const site = useRouteLoaderData<{ associateCount: number }>('root');
  return (
    <section className="mt-12 bg-ink py-10 text-white">
      <div className="page-container flex flex-wrap items-center justify-between gap-6">
        <div>
          <h2>衣替えの季節は、箱ひとつ分のやさしさを。</h2>
          <p className="mt-1">{site?.associateCount ?? 0}の団体から、応援先を選べます。</p>
        </div>
        <AppraisalButton>申し込む</AppraisalButton>
      </div>
    </section>
  );
}

/** A gift with the texts and picture of the scroller, computed on the server, so that no page loads their code. */
function shownGift({
  products,
  ...gift
}: Omit<ShownGift, 'goods' | 'picture'> & { products: readonly ProductKind[] }): ShownGift {
  const [first = 'other', second] = products;
  const goodsLabel = second
    ? `${productLabels[first]}・${productLabels[second]}`
    : productLabels[first];
  const goods =
    first === 'other' ? 'お品物' : products.length > 2 ? `${goodsLabel}など` : goodsLabel;
  return { ...gift, goods, picture: goodsPictures[first] };
}

/** The structured data (schema.org) of the service and its site; `publicUrl` is the site's address. */
function structuredData(publicUrl: string) {
  const organisation = `${publicUrl}/#organization`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': organisation,
        name: 'たすき',
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icons/icon-512.png`,
      },
      {
        '@type': 'WebSite',
        '@id': `${publicUrl}/#website`,
        name: 'たすき',
        url: `${publicUrl}/`,
        inLanguage: 'ja',
        publisher: { '@id': organisation },
        potentialAction: {
          '@type': 'SearchAction',
          target: `${publicUrl}/search?keyword={keyword}`,
          'query-input': 'required name=keyword',
        },
      },
    ],
  };
}
