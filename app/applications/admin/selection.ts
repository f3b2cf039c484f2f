import { pageOf } from '#app/admin/page-number.ts';
import {
  applicationStateFacts,
  onHoldAdminLabel,
  type ApplicationState as State,
} from '#domain/applications/application-state.ts';
import { ApplicationState } from '#domain/values/choice-schemas.ts';

/** What narrows the list: everything, the kits that leave today, or one state. */
export type ApplicationFilter = 'all' | 'kit-due' | State;

/** What the list shows. The keyword may be a name: it lives in the history's state, not in the URL. */
export type ApplicationsQuery = {
  filter: ApplicationFilter;
  order: 'newest' | 'oldest';
  page: number;
  keyword: string;
};

export const firstQuery: ApplicationsQuery = {
  filter: 'all',
  order: 'newest',
  page: 1,
  keyword: '',
};
export const maxKeywordLength = 100;

export const filterLabels = (filter: ApplicationFilter): string => {
  if (filter === 'all') return 'すべて';
  if (filter === 'kit-due') return 'きょう発送';
  // Nothing stays appraised but what waits for the identity check (docs/product.md, Identity check).
  return filter === 'appraised' ? onHoldAdminLabel : applicationStateFacts[filter].admin;
};

/** The query of a place in the browser's history; what is not understood is left out. */
export function readQuery(search: URLSearchParams, state: unknown): ApplicationsQuery {
  const filter = search.get('filter') ?? '';
  const keyword = (state as { keyword?: unknown } | null)?.keyword;
  return {
    filter: filter === 'kit-due' ? filter : (ApplicationState.safeParse(filter).data ?? 'all'),
    order: search.get('order') === 'oldest' ? 'oldest' : 'newest',
    page: pageOf(search),
    keyword: typeof keyword === 'string' ? keyword.slice(0, maxKeywordLength) : '',
  };
}

/** The address of a list; its keyword goes into the state of the link. */
export function pathOf({ filter, order, page }: ApplicationsQuery): string {
  const search = new URLSearchParams();
  if (filter !== 'all') search.set('filter', filter);
  if (order !== 'newest') search.set('order', order);
  if (page !== 1) search.set('page', String(page));
  return search.size > 0 ? `/admin?${search}` : '/admin';
}

/** The state of a link to a list. */
export const stateOf = ({ keyword }: Pick<ApplicationsQuery, 'keyword'>) =>
  keyword === '' ? undefined : { keyword };

/** The question to the API. */
export function questionOf({ filter, order, page, keyword }: ApplicationsQuery): string {
  const search = new URLSearchParams({ order, page: String(page) });
  if (filter === 'kit-due') search.set('due', 'kit');
  else if (filter !== 'all') search.set('state', filter);
  if (keyword.trim() !== '') search.set('keyword', keyword.trim());
  return `/api/office/applications?${search}`;
}
