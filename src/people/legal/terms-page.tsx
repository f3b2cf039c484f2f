import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { unlessSameUrl } from '#kit/pages/revalidation.ts';
import type { Route } from './+types/terms-page.ts';
import { InForce, UpcomingVersions } from './in-force.tsx';
import { LegalBody } from './legal-body.tsx';
import { missingText } from './missing-text.ts';

export const handle = { breadcrumb: '利用規約' };

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: args.loaderData?.page.title ?? '利用規約',
    description:
      '「たすき」のご利用にあたっての約束です。お品物の所有権、査定の承諾、取り消し、寄付額と費用の計算、受領証明書などを定めています。',
  });

export const shouldRevalidate = unlessSameUrl;

export async function loader({ context }: Route.LoaderArgs) {
  const page = await context.get(services).legal.page('terms');
  if (!page) throw missingText();
  return { page };
}

export default function Terms({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <LegalBody page={page} recipients={[]} end={<InForce page={page} />}>
      <UpcomingVersions page={page} />
    </LegalBody>
  );
}
