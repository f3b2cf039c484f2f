import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/associate-vision-page.ts';
import { VisionArticle } from './vision-article.tsx';

export const handle = { breadcrumb: '目指すこと' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const texts = await context.get(services).associates.texts(params.associateId);
  if (!texts) throw data('This page could not be found', { status: 404 });
  return texts;
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { name, summary, vision } = args.loaderData;
  return pageMeta(args, {
    title: `${name}が目指すこと`,
    description: vision?.title ? `${vision.title}。${summary}` : summary,
    image: `/og/associate/${args.params.associateId}.png`,
  });
};

export default function AssociateVision({ loaderData }: Route.ComponentProps) {
  return <VisionArticle {...loaderData} />;
}
