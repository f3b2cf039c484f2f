import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import { publicFacts } from '#people/service-facts/service-facts.ts';
import type { Route } from './+types/privacy-page.ts';
import { InForce, UpcomingVersions } from './in-force.tsx';
import { LegalBody } from './legal-body.tsx';
import { missingText } from './missing-text.ts';
import { SampleFacts } from './sample-facts.tsx';

export const handle = { breadcrumb: 'プライバシーポリシー' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.page.title ?? 'プライバシーポリシー',
    description:
      '「たすき」がお預かりする個人情報と、その目的、提供する先、安全のための措置、開示や削除を求める方法、Cookieと外部送信についてお伝えします。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  const { legal, observing, facts } = context.get(services);
  const [page, recipients, current] = await Promise.all([
    legal.page('privacy'),
    observing.recipients(),
    facts.current(),
  ]);
  if (!page) throw missingText();
  return { page, recipients, isSample: publicFacts(current).isSample };
}

export default function Privacy({
  loaderData: { page, recipients, isSample },
}: Route.ComponentProps) {
  return (
    <LegalBody page={page} recipients={recipients} end={<InForce page={page} />}>
      <div className="mt-6">
        <SampleFacts isSample={isSample} />
      </div>
      <UpcomingVersions page={page} />
    </LegalBody>
  );
}
