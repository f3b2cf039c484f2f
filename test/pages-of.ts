import type { LightMyRequestResponse } from 'fastify';

/** The pages of a list from the first to the last, each by the cursor of the one before. */
export async function pagesOf(
  get: (url: string) => Promise<LightMyRequestResponse>,
  url: string,
): Promise<LightMyRequestResponse[]> {
  const pages: LightMyRequestResponse[] = [];
  for (let cursor: unknown; pages.length === 0 || cursor !== undefined; ) {
    const mark = url.includes('?') ? '&' : '?';
    const page = await get(cursor === undefined ? url : `${url}${mark}cursor=${cursor}`);
    if (page.statusCode !== 200) throw new Error(`${page.statusCode} ${page.body}`);
    pages.push(page);
    cursor = page.headers['x-next-cursor'];
  }
  return pages;
}
