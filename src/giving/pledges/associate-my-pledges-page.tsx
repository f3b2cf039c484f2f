import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Pagination } from '#kit/ui/navigation/pagination.tsx';
import { associateName } from '#organisations/associates/associate-name.ts';
import { readPage } from '#organisations/associates/directory-query.ts';
import type { Route } from './+types/associate-my-pledges-page.ts';
import { PledgeGrid } from './pledge-card.tsx';

export const handle = { breadcrumb: '#mypledge', query: ['page'] };

const addressOf = (associateId: string) => (page: number) =>
  `/associate/${associateId}/my-pledge${page > 1 ? `?page=${page}` : ''}`;

export const meta: Route.MetaFunction = (args) => {
  const name = associateName(args.matches);
  const { associateId } = args.params;
  return pageMeta(args, {
    title: `${name}への#mypledge`,
    description: `${name}へ寄付した方の思いと、団体からのお返事です。`,
    path: addressOf(associateId)(args.loaderData?.page ?? 1),
    image: `/og/associate/${associateId}.png`,
  });
};

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const number = readPage(new URL(request.url).searchParams.get('page') ?? undefined);
  const page = number && (await context.get(services).pledges.page(number, params.associateId));
  if (!page) throw data('This page could not be found', { status: 404 });
  return page;
}

export default function AssociateMyPledges({ loaderData, params }: Route.ComponentProps) {
  const { items, page, pageCount } = loaderData;
  return (
    <section className="py-10">
      <h2 className="mb-6">寄付した方の#mypledge</h2>
      {items.length > 0 ? (
        <PledgeGrid pledges={items} />
      ) : (
        <EmptyState
          title="まだ#mypledgeはありません"
          picture="love-letter"
          action={
            <ButtonLink to={`/associate/${params.associateId}`}>この団体に寄付する</ButtonLink>
          }
        >
          この団体に寄付が届くと、寄付した方の思いがここに並びます。
        </EmptyState>
      )}
      <Pagination page={page} pageCount={pageCount} href={addressOf(params.associateId)} />
    </section>
  );
}
