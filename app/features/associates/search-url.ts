import type { DirectoryQuery } from '#domain/directory.ts';

/** The URL of a search: only what differs from the defaults stands in it. `base` is the list's path. */
export function searchUrl(base: string, query: Partial<DirectoryQuery>, page = 1): string {
  const { keyword, order, isDeductible, prefecture } = query;
  const parameters = new URLSearchParams({
    ...(keyword && { keyword }),
    ...(order && order !== 'thisMonth' && { order }),
    ...(isDeductible && { isDeductible: 'true' }),
    ...(prefecture && { prefecture }),
  });
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return `${page > 1 ? `${base}/${page}` : base}${search}`;
}
