import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { feedLink, pageMeta } from '#kit/pages/page-meta.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Pagination } from '#kit/ui/navigation/pagination.tsx';
import { formatYen } from '#kit/values/yen.ts';
import { readPage } from '#organisations/associates/directory-query.ts';
import type { Route } from './+types/my-pledges-page.ts';
import { PledgeGrid } from './pledge-card.tsx';

export const handle = { breadcrumb: '#mypledge', query: ['page'] };

const addressOf = (page: number) => (page > 1 ? `/my-pledge?page=${page}` : '/my-pledge');

export const meta: Route.MetaFunction = (args) => [
  ...pageMeta(args, {
    title: 'みんなの思い（#mypledge）',
    description:
      '服やブランド品を寄付した方の思い出と、団体からのお返事。手放した一着にこめられた物語を紹介します。',
    path: addressOf(args.loaderData?.page ?? 1),
  }),
  feedLink('#mypledge', '/feed/pledges.xml'),
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const number = readPage(new URL(request.url).searchParams.get('page') ?? undefined);
  const page = number && (await context.get(services).pledges.page(number));
  if (!page) throw data('This page could not be found', { status: 404 });
  return page;
}

export default function MyPledges({ loaderData }: Route.ComponentProps) {
  const { items, page, pageCount, total } = loaderData;
  return (
    <div className="page-container py-10">
      <h1>みんなの思い（#mypledge）</h1>
      <p className="mt-2 mb-6 max-w-narrow text-ink-2">
        寄付した方が、手放した一着の思い出や団体への応援をつづったページです。団体からのお返事が届くこともあります。
      </p>
      {total > 0 ? (
        <>
          <h2 className="sr-only">新しい順の一覧</h2>
          <p className="mb-4">
            <span className="figures text-xl text-coral-dark">{formatYen(total)}</span>件の
            #mypledge
            {pageCount > 1 && `（${page}/${pageCount}ページ）`}
          </p>
          <PledgeGrid pledges={items} isFirst />
        </>
      ) : (
        <EmptyState
          title="まだ#mypledgeはありません"
          picture="love-letter"
          action={<ButtonLink to="/search">寄付先を探す</ButtonLink>}
        >
          寄付が成立すると、寄付した方が思いをつづれるようになります。最初の一件をお待ちしています。
        </EmptyState>
      )}
      <Pagination page={page} pageCount={pageCount} href={addressOf} />
    </div>
  );
}
