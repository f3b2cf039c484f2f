import { pageOf } from './page-number.ts';

export type InboxRoom = '/admin/messages' | '/admin/listings' | '/admin/pledge-reports';
export type InboxListPath =
  | '/api/office/messages'
  | '/api/office/listings'
  | '/api/office/pledge-reports';

/** What a list of the inbox shows: a state or all, a page, and the entry that is open. */
export type InboxQuery<State extends string> = {
  state: State | undefined;
  page: number;
  open: string | undefined;
};

export function readInboxQuery<State extends string>(
  search: URLSearchParams,
  states: readonly State[],
): InboxQuery<State> {
  const open = search.get('open') ?? '';
  return {
    state: states.find((state) => state === search.get('state')),
    page: pageOf(search),
    open: /^T[CL]-\w{4}-\w{4}$|^[\w-]{36}$/.test(open) ? open : undefined,
  };
}

export function inboxPath(room: InboxRoom, { state, page, open }: InboxQuery<string>): string {
  const search = questionOf({ state, page });
  if (open) search.set('open', open);
  return search.size > 0 ? `${room}?${search}` : room;
}

/** The question to the API about a list. */
export function inboxQuestion(list: InboxListPath, query: InboxQuery<string>): string {
  const search = questionOf(query);
  return search.size > 0 ? `${list}?${search}` : list;
}

function questionOf({ state, page }: Pick<InboxQuery<string>, 'state' | 'page'>) {
  const search = new URLSearchParams();
  if (state) search.set('state', state);
  if (page > 1) search.set('page', String(page));
  return search;
}
