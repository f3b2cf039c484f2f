import { services } from '#kit/pages/context.ts';
import { feedLink, pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/associate-activities-page.ts';
import { ArticleList } from './article-list.tsx';
import { associateName } from './associate-name.ts';

export const handle = { breadcrumb: '活動' };

export async function loader({ context, params }: Route.LoaderArgs) {
  return {
    activities:
      (await context.get(services).associates.activities(params.associateId))?.items ?? [],
  };
}

export const meta: Route.MetaFunction = (args) => {
  const name = associateName(args.matches);
  return [
    ...pageMeta(args, {
      title: `${name}の活動`,
      description: `${name}の最近の活動をお伝えします。`,
      image: `/og/associate/${args.params.associateId}.png`,
    }),
    feedLink('団体の活動', '/feed/activities.xml'),
  ];
};

export default function AssociateActivities({ loaderData, params, matches }: Route.ComponentProps) {
  return (
    <section className="mx-auto max-w-narrow py-10">
      <h2 className="mb-6">活動の様子</h2>
      <ArticleList
        articles={loaderData.activities}
        challengeId={matches[1].loaderData.associate.socialChallenges[0]}
        href={({ id }) => `/associate/${params.associateId}/activity/${id}`}
        empty={{ title: 'まだ活動の報告はありません', text: '新しい報告をお待ちください。' }}
      />
    </section>
  );
}
