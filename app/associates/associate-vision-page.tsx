import { data } from 'react-router';
import { services } from '#app/context.ts';
import { pageMeta } from '#app/page-meta.ts';
import { Paragraphs } from '#app/ui/paragraphs.tsx';
import type { Route } from './+types/associate-vision-page.ts';

export const handle = { breadcrumb: '目指すこと' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { associates } = context.get(services);
  const [associate, vision] = await Promise.all([
    associates.find(params.associateId),
    associates.vision(params.associateId),
  ]);
  if (!associate) throw data('This page could not be found', { status: 404 });
  return { name: associate.name, description: associate.description, vision: vision ?? null };
}

export const meta: Route.MetaFunction = (args) => {
  if (!args.loaderData) return [];
  const { name, description, vision } = args.loaderData;
  return pageMeta(args, {
    title: `${name}が目指すこと`,
    description: vision ? `${vision.title}。${vision.body}` : description,
    image: `/og/associate/${args.params.associateId}.png`,
  });
};

export default function AssociateVision({ loaderData }: Route.ComponentProps) {
  const { description, vision } = loaderData;
  return (
    <article className="mx-auto max-w-narrow py-10">
      {vision ? (
        <>
          <h2 className="font-sans">{vision.title}</h2>
          <Paragraphs text={vision.body} className="mt-6" />
          {vision.goal !== '' && (
            <section className="mt-10 rounded-card bg-honey-soft p-6">
              <h3>目指す姿</h3>
              <Paragraphs text={vision.goal} className="mt-2" />
            </section>
          )}
          {vision.useOfDonations !== '' && (
            <section className="mt-6 rounded-card bg-leaf-soft p-6">
              <h3>ご寄付の使い道</h3>
              <Paragraphs text={vision.useOfDonations} className="mt-2" />
            </section>
          )}
        </>
      ) : (
        <Paragraphs text={description} />
      )}
    </article>
  );
}
