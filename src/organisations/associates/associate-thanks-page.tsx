import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/associate-thanks-page.ts';
import { ArticleList } from './article-list.tsx';
import { associateName } from './associate-name.ts';

export const handle = { breadcrumb: 'お礼' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const thanks = await context.get(services).associates.thanks(params.associateId);
  return thanks ?? { articles: [], isSample: false };
}

export const meta: Route.MetaFunction = (args) => {
  const name = associateName(args.matches);
  return pageMeta(args, {
    title: `${name}からのお礼`,
    description: `${name}から、寄付してくださった方へのお礼です。`,
    image: `/og/associate/${args.params.associateId}.png`,
  });
};

export default function AssociateThanks({ loaderData, matches }: Route.ComponentProps) {
  return (
    <section className="mx-auto max-w-narrow py-10">
      <h2 className="mb-6">寄付してくださった皆さまへ</h2>
      {loaderData.isSample && (
        <p className="mb-5 rounded-tile bg-honey-soft px-4 py-3 text-sm">
          見本のお礼です。実在の団体や寄付者の言葉ではありません。
        </p>
      )}
      <ArticleList
        articles={loaderData.articles}
        challengeId={matches[1].loaderData.associate.socialChallenges[0]}
        empty={{
          title: 'お礼の言葉は、まだありません',
          text: '活動の様子は、「活動」のページでご覧いただけます。',
        }}
      />
    </section>
  );
}
