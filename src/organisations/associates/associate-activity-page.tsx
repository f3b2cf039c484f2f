import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta, siteAddress } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import { shownDate } from '#kit/values/text/shown-date.ts';
import type { Route } from './+types/associate-activity-page.ts';
import { ArticlePicture } from './article-picture.tsx';
import type { AssociateArticle } from './associate.ts';
import { associateName } from './associate-name.ts';
import { articleData } from './structured-data.ts';

export const handle = {
  breadcrumb: ({ activity }: { activity: AssociateArticle }) => activity.title,
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const { associateId, activityId } = params;
  const activity = await context.get(services).associates.activity(associateId, activityId);
  if (!activity) throw data('This page could not be found', { status: 404 });
  return { activity };
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { activity } = args.loaderData;
  const associate = args.matches[1]?.loaderData?.associate;
  const address = siteAddress(args);
  return [
    ...pageMeta(args, {
      title: `${activity.title}（${associateName(args.matches)}）`,
      description: activity.body,
      image: `/og/associate/${args.params.associateId}.png`,
    }),
    ...(import.meta.env.SSR && associate && address !== undefined
      ? [{ 'script:ld+json': articleData(activity, associate, address) }]
      : []),
  ];
};

export default function AssociateActivity({ loaderData, params, matches }: Route.ComponentProps) {
  const { activity } = loaderData;
  const { title, blocks, publishedAt } = activity;
  return (
    <article className="mx-auto max-w-narrow py-10">
      <p className="text-sm text-ink-2">{shownDate(publishedAt)}</p>
      <h2 className="mt-1 font-sans">{title}</h2>
      <ArticlePicture
        article={activity}
        challengeId={matches[1].loaderData.associate.socialChallenges[0]}
        sizes="(width >= 48rem) 700px, 100vw"
        className="mt-5 h-44 w-full rounded-card narrow:h-72"
      />
      <RichText blocks={blocks} className="mt-6" />
      <p className="mt-10">
        <Link
          to={`/associate/${params.associateId}/activity`}
          className="text-coral-dark underline"
        >
          活動の一覧へ戻る
        </Link>
      </p>
    </article>
  );
}
