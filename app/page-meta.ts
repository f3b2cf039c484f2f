import type { MetaDescriptor } from 'react-router';
import { breadcrumbTrail } from '#app/layouts/breadcrumb-trail.ts';

const siteName = 'たすき';
/** Made by scripts/assets/build-assets.ts. */
const sitePicture = '/icons/link-preview.png';
/** Link previews show no more characters. */
const longestDescription = 120;

/** The arguments of every `meta` function, as far as they are needed here. */
type MetaArgs = {
  matches: readonly ({ pathname?: string; handle?: unknown; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
};

type PageFacts = {
  /** Without the site's name, which is appended; the top page begins with it. */
  title: string;
  description: string;
  /** The canonical address; by default the page's own without its query. */
  path?: string;
  /** The path of a picture of 1200 × 630 px for link previews. */
  image?: string;
  /** Whether search engines may list the page; true by default. */
  isListed?: boolean;
};

/** The same on every page: they stay as the server rendered them, and no browser needs the code for them. */
const onEveryPage: MetaDescriptor[] = import.meta.env.SSR
  ? [
      { property: 'og:site_name', content: siteName },
      { property: 'og:locale', content: 'ja_JP' },
      { property: 'og:type', content: 'website' },
      { name: 'twitter:card', content: 'summary_large_image' },
    ]
  : [];
const pictureSize: MetaDescriptor[] = import.meta.env.SSR
  ? [
      { property: 'og:image:width', content: '1200' },
      { property: 'og:image:height', content: '630' },
    ]
  : [];

/** Title, description, canonical address, link preview and place of a page, for its `meta` function. */
export function pageMeta(
  { matches, location }: MetaArgs,
  { title, description, path, image = sitePicture, isListed = true }: PageFacts,
): MetaDescriptor[] {
  const whole = title.startsWith(siteName) ? title : `${title}｜${siteName}`;
  const summary = shortened(description);
  const about: MetaDescriptor[] = [
    { title: whole },
    { name: 'description', content: summary },
    ...(isListed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:title', content: title },
    { property: 'og:description', content: summary },
    ...onEveryPage,
  ];
  const publicUrl = siteAddress({ matches });
  // Without the root's data, as after its failure, the full address is unknown.
  if (publicUrl === undefined) return about;
  const address = `${publicUrl}${path ?? withoutSlash(location.pathname)}`;
  return [
    ...about,
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:url', content: address },
    { property: 'og:image', content: `${publicUrl}${image}` },
    ...pictureSize,
    // Machines read what the server renders: no browser needs the code for it.
    ...(import.meta.env.SSR && isListed ? placeOf(matches, publicUrl) : []),
  ];
}

/** The breadcrumb as structured data (schema.org); nothing where the page has none. */
function placeOf(matches: MetaArgs['matches'], publicUrl: string): MetaDescriptor[] {
  const crumbs = breadcrumbTrail(
    matches.flatMap((match) =>
      match
        ? [{ handle: match.handle, loaderData: match.loaderData, pathname: match.pathname ?? '' }]
        : [],
    ),
  );
  if (crumbs.length === 0) return [];
  const itemListElement = [{ label: 'トップ', to: '/' }, ...crumbs].map(({ label, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    ...(to !== undefined && { item: `${publicUrl}${to}` }),
  }));
  return [
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement,
      },
    },
  ];
}

/** The site's address without a trailing slash; undefined without the root's data. */
export function siteAddress({ matches }: Pick<MetaArgs, 'matches'>): string | undefined {
  return ((matches[0]?.loaderData ?? {}) as { publicUrl?: string }).publicUrl;
}

/** A feed of the page, discoverable by feed readers. */
export function feedLink(title: string, href: string): MetaDescriptor {
  return { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title, href };
}

/** One line of limited length; a longer one ends with an ellipsis. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  return characters.length > longestDescription
    ? `${characters.slice(0, longestDescription - 1).join('')}…`
    : line;
}

const withoutSlash = (pathname: string) => `/${pathname.split('/').filter(Boolean).join('/')}`;
