import type { DirectoryQuery } from './directory-query.ts';

/**
 * The URL of a search with only what differs from the defaults. `base` is the list's path; that of a challenge's list
 * already names the challenge.
 */
export function searchUrl(base: string, query: Partial<DirectoryQuery>, page = 1): string {
  const { keyword, order, isDeductible, socialChallengeId, prefecture } = query;
  const isNamed = base.endsWith(`/${socialChallengeId}`);
  const parameters = new URLSearchParams({
    ...(keyword && { keyword }),
    ...(order && order !== 'thisMonth' && { order }),
    ...(isDeductible && { isDeductible: 'true' }),
    ...(socialChallengeId && !isNamed && { socialChallengeId }),
    ...(prefecture && { prefecture }),
  });
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return `${page > 1 ? `${base}/${page}` : base}${search}`;
}
