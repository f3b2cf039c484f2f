import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Stat } from '#kit/ui/stat.tsx';
import { formatPublicYen, formatYen } from '#kit/values/yen.ts';
import { AssociateGrid } from '#organisations/associates/associate-card.tsx';
import { Cover } from '#organisations/associates/cover.tsx';
import type { Route } from './+types/campaign-page.ts';
import { type Campaign, campaignPath } from './campaign.ts';
import { CampaignHero, CampaignText } from './campaign-view.tsx';

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

/** Maximum number of links to other campaigns. */
const mostOthers = 6;

export async function loader({ context, params }: Route.LoaderArgs) {
  const year = /^\d{4}$/.test(params.year) ? Number(params.year) : undefined;
  const { reads } = context.get(services);
  const found = year && (await reads.campaign(year, params.token));
  if (!found) throw data('This page could not be found', { status: 404 });
  const own = campaignPath(found.campaign);
  const others = (await reads.campaigns())
    .filter((other) => other.state === 'running' && campaignPath(other) !== own)
    .slice(0, mostOthers)
    .map(({ title, image, ...other }) => ({ path: campaignPath(other), title, image }));
  return { ...found, others };
}

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { associates, tally, others } = loaderData;
  return (
    <>
      <CampaignHero {...loaderData} />
      <dl className="page-container relative z-10 -mt-14 grid grid-cols-3 rounded-card border border-line bg-paper py-5">
        <Stat label="成立したご寄付（件）" value={formatYen(tally.count)} />
        <Stat label="寄付の合計（円）" value={formatPublicYen(tally.amountYen)} />
        <Stat label="応援する団体" value={formatYen(associates.length)} />
      </dl>
      <section className="page-container pt-10">
        <CampaignText {...loaderData} />
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
