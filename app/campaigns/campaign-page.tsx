import { data, Link } from 'react-router';
import { AssociateGrid } from '#app/associates/associate-card.tsx';
import { Cover } from '#app/associates/cover.tsx';
import { services } from '#app/context.ts';
import { pageMeta } from '#app/page-meta.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Chip } from '#app/ui/chip.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Picture } from '#app/ui/pictures/picture.tsx';
import { Stat } from '#app/ui/stat.tsx';
import { RichText } from '#app/ui/text/rich-text.tsx';
import { type Campaign, campaignPath, campaignStateLabels } from '#domain/campaigns/campaign.ts';
import { socialChallenges } from '#domain/challenges/social-challenge.ts';
import { imageAt, imageSet } from '#domain/images/shown-image.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { Route } from './+types/campaign-page.ts';

export const handle = {
  breadcrumb: ({ campaign }: { campaign: Campaign }) => [
    { label: '特集' },
    { label: campaign.title },
  ],
};

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { title, lead, year, token } = args.loaderData.campaign;
  const image = `/og/campaign/${year}/${token}.png`;
  return pageMeta(args, { title, description: lead, image });
};

/** Other campaigns that a page leads to. */
const mostOthers = 6;

export async function loader({ context, params }: Route.LoaderArgs) {
  const year = /^\d{4}$/.test(params.year) ? Number(params.year) : undefined;
  const { campaigns } = context.get(services);
  const found = year && (await campaigns.find(year, params.token));
  if (!found) throw data('This page could not be found', { status: 404 });
  const own = campaignPath(found.campaign);
  const others = (await campaigns.list())
    .filter((other) => other.state === 'running' && campaignPath(other) !== own)
    .slice(0, mostOthers)
    .map(({ title, image, ...other }) => ({ path: campaignPath(other), title, image }));
  return { ...found, others };
}

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, body, result, state, associates, tally, others } = loaderData;
  return (
    <>
      <Hero {...loaderData} />
      <dl className="page-container relative z-10 -mt-14 grid grid-cols-3 rounded-card border border-line bg-paper py-5">
        <Stat label="成立したご寄付（件）" value={formatYen(tally.count)} />
        <Stat label="寄付の合計（円）" value={formatYen(tally.amountYen)} />
        <Stat label="応援する団体" value={formatYen(associates.length)} />
      </dl>
      <section className="page-container pt-10">
        <div className="mx-auto max-w-narrow">
          {state === 'ended' && <Ended endsOn={campaign.endsOn} />}
          <RichText blocks={body} className="mt-6 text-lg" />
          {state === 'ended' && result.length > 0 && (
            <section className="mt-10">
              <h2>ご報告</h2>
              <RichText blocks={result} className="mt-4" />
            </section>
          )}
        </div>
      </section>
      <section className="page-container py-16">
        <h2 className="mb-6">応援する団体</h2>
        {associates.length > 0 ? (
          <AssociateGrid associates={associates} />
        ) : (
          <EmptyState
            title="いま紹介できる団体がありません"
            action={<ButtonLink to="/search">寄付先を探す</ButtonLink>}
          >
            この特集で紹介した団体の掲載は終わりました。ほかの団体の活動もご覧ください。
          </EmptyState>
        )}
      </section>
      {others.length > 0 && <OtherCampaigns others={others} />}
    </>
  );
}

function Hero({ campaign, state, associates }: Route.ComponentProps['loaderData']) {
  const { image } = campaign;
  const challenge = associates[0]?.socialChallenges[0] ?? 'others';
  const tone = { running: 'leaf', upcoming: 'honey', ended: 'plain' } as const;
  return (
    <div className="sash">
      <div className="page-container grid items-center gap-6 pt-10 pb-24 narrow:grid-cols-[1fr_auto]">
        <div>
          <p className="flex flex-wrap items-center gap-3">
            <Chip tone={tone[state]}>{campaignStateLabels[state]}</Chip>
            <span className="text-sm text-ink-2">
              {formatDate(campaign.startsOn)} 〜 {formatDate(campaign.endsOn)}
            </span>
          </p>
          <h1 className="mt-3 font-sans narrow:text-4xl">{campaign.title}</h1>
          <p className="mt-3 text-lg">{campaign.lead}</p>
        </div>
        {image ? (
          <img
            src={imageAt(image.image, Math.max(...image.widths))}
            srcSet={imageSet(image.image, image.widths)}
            sizes="(width >= 48rem) 400px, 100vw"
            width={image.width}
            height={image.height}
            alt={image.alt}
            className="aspect-[32/15] w-full rounded-card object-cover narrow:w-100"
          />
        ) : (
          <span className="grid size-36 place-items-center rounded-full border-3 border-dashed border-thread bg-paper max-narrow:hidden narrow:size-44">
            <Picture name={socialChallenges[challenge].emblem} className="size-24" />
          </span>
        )}
      </div>
    </div>
  );
}

function Ended({ endsOn }: { endsOn: string }) {
  return (
    <Notice title="この特集は終了しました">
      <p>
        {formatDate(endsOn)}
        で受付を終えました。紹介した団体への寄付は、いまもお申し込みいただけます。
      </p>
    </Notice>
  );
}

function OtherCampaigns({ others }: Pick<Route.ComponentProps['loaderData'], 'others'>) {
  return (
    <section className="page-container pb-6">
      <h2 className="mb-4 text-xl">開催中の特集</h2>
      <ul className="grid gap-5 narrow:grid-cols-2 desktop:grid-cols-3">
        {others.map(({ path, title, image }) => (
          <li
            key={path}
            className="relative overflow-hidden rounded-card border border-line bg-paper"
          >
            <Cover associateId={path} image={image && { ...image, alt: '' }} />
            <h3 className="p-4 font-sans text-lg">
              <Link to={path} className="no-underline after:absolute after:inset-0">
                {title}
              </Link>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  );
}
