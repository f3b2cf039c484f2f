import { pageOf } from '#app/admin/page-number.ts';

/** The points at which held applications wait, as the list is narrowed by them. */
export const waitingLabels = {
  submitted: '書類の確認まち',
  due: '書類の提出まち',
  rejected: '再提出まち',
} as const;
export type Waiting = keyof typeof waitingLabels;
export const waitings = Object.keys(waitingLabels) as Waiting[];

export type ChecksQuery = { state: Waiting; page: number };

/** What an address of the list asks for; the papers that wait for the operator unless told. */
export function readChecksQuery(search: URLSearchParams): ChecksQuery {
  const state = waitings.find((one) => one === search.get('state')) ?? 'submitted';
  return { state, page: pageOf(search) };
}

/** The address of a page of the list. */
export const checksPath = (query: ChecksQuery) => withQuery('/admin/identity-checks', query);

/** The question to the API about it. */
export const checksQuestion = (query: ChecksQuery) =>
  withQuery('/api/office/identity-checks', query);

function withQuery(path: string, { state, page }: ChecksQuery): string {
  const search = new URLSearchParams();
  if (state !== 'submitted') search.set('state', state);
  if (page > 1) search.set('page', String(page));
  return search.size > 0 ? `${path}?${search}` : path;
}
