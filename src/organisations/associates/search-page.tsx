import { data } from 'react-router';
import { services } from '#kit/pages/context.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import type { Route } from './+types/search-page.ts';
import { AssociateSearch } from './associate-search.tsx';
import { directoryParameters, readPage } from './directory-query.ts';
import { searchUrl } from './search-url.ts';
import { readQuery, searchInBrowser } from './use-directory.ts';

export const meta: Route.MetaFunction = (args) => {
  const query = args.loaderData?.query;
  return pageMeta(args, {
    title: query?.keyword ? `「${query.keyword}」の検索結果` : '団体を探す',
    description: '地域や社会課題、キーワードから、衣類やブランド品を寄付する団体を探せます。',
    // A filtered list names the unfiltered one as canonical.
    path: query && searchUrl('/search', query) === '/search' ? undefined : '/search',
  });
};

export const handle = { breadcrumb: '団体を探す', query: directoryParameters };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { associates } = context.get(services);
  const query = readQuery(new URL(request.url));
  const page = readPage(params.page);
  const selection = page === undefined ? undefined : await associates.search(query, page);
  if (!selection) throw data('This page could not be found', { status: 404 });
  return { query, selection };
}

/** With the directory in the browser a search makes no request; otherwise the server searches. */
export async function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  const query = readQuery(new URL(request.url));
  const selection = searchInBrowser(query, params.page);
  return selection ? { query, selection } : serverLoader();
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-container py-10 max-narrow:pt-2">
      <h1>団体を探す</h1>
      <p className="mt-2 mb-6 text-ink-2 max-narrow:mt-1 max-narrow:mb-3 max-narrow:text-sm">
        応援したい団体を、地域や社会課題、気になる言葉から探せます。
      </p>
      <AssociateSearch base="/search" {...loaderData} />
    </div>
  );
}
