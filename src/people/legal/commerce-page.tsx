import { redirect } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import type { Route } from './+types/commerce-page.ts';
import { InForce } from './in-force.tsx';
import { LegalBody } from './legal-body.tsx';
import { SampleFacts } from './sample-facts.tsx';

const usualName = '特定商取引法に基づく表記';

export const handle = { breadcrumb: usualName };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.page.title ?? usualName,
    description: '「たすき」の運営者の名称、所在地、連絡先と、費用や取り消しについての表記です。',
  });

export const shouldRevalidate = unlessSameUrl;

/** Until this page is published, the operator's facts are on their own page. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = await context.get(services).legal.page('commerce');
  if (!page) throw redirect('/operator');
  const { isSample } = await context.get(services).facts.current();
  return { page, isSample };
}

export default function Commerce({ loaderData: { page, isSample } }: Route.ComponentProps) {
  return (
    <LegalBody page={page} recipients={[]} end={<InForce page={page} />}>
      <div className="mt-6">
        <SampleFacts isSample={isSample} />
      </div>
    </LegalBody>
  );
}
