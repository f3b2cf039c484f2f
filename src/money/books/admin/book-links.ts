/** The lines of an account, in a month or of all time. */
export function linesPath(account: string, month?: string | null): string {
  const search = new URLSearchParams({ account, ...(month && { month }) });
  return `/admin/ledger/lines?${search}`;
}

export const postingPath = (postingId: string): string =>
  `/admin/ledger/postings/${encodeURIComponent(postingId)}`;

/** The organisations' or funds' accounts below one of the chart. */
export const ownersPath = (
  code: string,
  search: { whose?: string; month?: string | null } = {},
) => {
  const named = new URLSearchParams({
    ...(search.whose && { whose: search.whose }),
    ...(search.month && { month: search.month }),
  });
  const path = `/admin/ledger/accounts/${encodeURIComponent(code)}`;
  return named.size > 0 ? `${path}?${named}` : path;
};
