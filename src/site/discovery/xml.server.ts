const entities: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};

// Characters forbidden in XML 1.0, even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** A text escaped for XML, between tags or in an attribute. */
export function xmlText(text: string): string {
  return text.replace(forbidden, '').replace(/[<>&"']/g, (character) => entities[character] ?? '');
}

/** A URL of the site; `day` (YYYY-MM-DD) is its last change, if known. */
export type SitemapEntry = { path: string; day?: string };

/** A sitemap (sitemaps.org) of up to 50,000 URLs. */
export function sitemapXml(publicUrl: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(
    ({ path, day }) =>
      `<url><loc>${xmlText(publicUrl + path)}</loc>${day ? `<lastmod>${day}</lastmod>` : ''}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** The index of several sitemaps. */
export function sitemapIndexXml(publicUrl: string, paths: readonly string[]): string {
  const maps = paths.map((path) => `<sitemap><loc>${xmlText(publicUrl + path)}</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps.join('\n')}\n</sitemapindex>\n`;
}

export type FeedItem = { path: string; title: string; text: string; at: Date };
export type Feed = { path: string; page: string; title: string; text: string; items: FeedItem[] };

/** An RSS 2.0 feed; items newest first, identified by URL. */
export function rssXml(publicUrl: string, { path, page, title, text, items }: Feed): string {
  const entries = items.map((item) => {
    const address = xmlText(publicUrl + item.path);
    return (
      `<item><title>${xmlText(item.title)}</title><link>${address}</link>` +
      `<guid isPermaLink="true">${address}</guid><pubDate>${item.at.toUTCString()}</pubDate>` +
      `<description>${xmlText(item.text)}</description></item>`
    );
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n' +
    `<title>${xmlText(title)}</title><link>${xmlText(publicUrl + page)}</link>` +
    `<description>${xmlText(text)}</description><language>ja</language>` +
    `<atom:link href="${xmlText(publicUrl + path)}" rel="self" type="application/rss+xml"/>\n` +
    `${entries.join('\n')}\n</channel></rss>\n`
  );
}

export type AtomEntry = FeedItem & { id: string };

/** An Atom feed (RFC 4287); entries newest first, each with an id that stays. */
export function atomXml(
  publicUrl: string,
  { path, page, title, items }: Omit<Feed, 'text' | 'items'> & { items: readonly AtomEntry[] },
): string {
  const address = (of: string) => xmlText(publicUrl + of);
  const entries = items.map(
    (item) =>
      `<entry><id>${address(`${path}#${item.id}`)}</id><title>${xmlText(item.title)}</title>` +
      `<link href="${address(item.path)}"/><updated>${item.at.toISOString()}</updated>` +
      `<content>${xmlText(item.text)}</content></entry>`,
  );
  const newest = items.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="ja">\n' +
    `<id>${address(path)}</id><title>${xmlText(title)}</title><author><name>たすき</name></author>` +
    `<link href="${address(page)}"/><link rel="self" href="${address(path)}"/>` +
    `<updated>${new Date(newest).toISOString()}</updated>\n${entries.join('\n')}\n</feed>\n`
  );
}
