/**
 * The pages of a pagination: the first, the last, and those around the current one; 'gap' replaces two or more. At
 * most seven entries.
 */
export function pageWindow(page: number, pageCount: number): (number | 'gap')[] {
  const around = new Set([1, pageCount, page - 1, page, page + 1]);
  if (page <= 3) for (const near of [2, 3, 4]) around.add(near);
  if (page >= pageCount - 2) for (const near of [1, 2, 3]) around.add(pageCount - near);
  const named = [...around]
    .filter((number) => number >= 1 && number <= pageCount)
    .sort((one, other) => one - other);
  return named.flatMap((number, index) => {
    const missing = number - (named[index - 1] ?? 0) - 1;
    if (missing === 0) return [number];
    return missing === 1 ? [number - 1, number] : ['gap' as const, number];
  });
}
