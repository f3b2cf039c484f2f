import { expect, test } from 'vitest';
import { pageMeta } from './page-meta.ts';

const args = (pathname: string, publicUrl: string | undefined = 'https://tasuki.example') => ({
  matches: [{ loaderData: publicUrl === undefined ? undefined : { publicUrl } }],
  location: { pathname },
});
const facts = { title: '団体を探す', description: '応援したい団体を探せます。' };

test('a page has its name and the site’s, one canonical address and a picture, by full URLs', () => {
  const meta = pageMeta(args('/search/2/'), facts);
  expect(meta).toContainEqual({ title: '団体を探す｜たすき' });
  expect(meta).toContainEqual({ property: 'og:title', content: '団体を探す' });
  const address = 'https://tasuki.example/search/2';
  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: address });
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://tasuki.example/icons/link-preview.png',
  });
});

test('the top page keeps its own title and its slash', () => {
  const meta = pageMeta(args('/'), { ...facts, title: 'たすき｜寄付' });
  expect(meta).toContainEqual({ title: 'たすき｜寄付' });
  expect(meta).toContainEqual({ property: 'og:url', content: 'https://tasuki.example/' });
});

test('a long description becomes one line of 120 characters', () => {
  const description = `一行目\n二行目${'𠮷'.repeat(200)}`;
  const content = pageMeta(args('/'), { ...facts, description })
    .flatMap((tag) => ('name' in tag && tag.name === 'description' ? [String(tag.content)] : []))
    .join('');
  expect(content).toMatch(/^一行目 二行目𠮷+…$/u);
  expect([...content]).toHaveLength(120);
});

test('without the site’s address there is no canonical address', () => {
  const tags = JSON.stringify(pageMeta({ ...args('/'), matches: [undefined] }, facts));
  expect(tags).not.toContain('canonical');
  expect(tags).not.toContain('og:image');
});

test('a listed page has its breadcrumb as structured data, a private one does not', () => {
  const [root] = args('/search').matches;
  const matches = [
    root,
    { pathname: '/associate/neko', handle: { breadcrumb: '猫の会' } },
    { pathname: '/associate/neko/vision', handle: { breadcrumb: '目指すこと' } },
  ];
  const placed = pageMeta({ ...args('/associate/neko/vision'), matches }, facts);
  const place = (position: number, name: string, path: string) => ({
    ...{ '@type': 'ListItem', position, name, item: `https://tasuki.example${path}` },
  });
  expect(placed).toContainEqual({
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        place(1, 'トップ', '/'),
        place(2, '猫の会', '/associate/neko'),
        place(3, '目指すこと', '/associate/neko/vision'),
      ],
    },
  });
  const hidden = pageMeta({ ...args('/x'), matches }, { ...facts, isListed: false });
  expect(JSON.stringify(hidden)).not.toContain('BreadcrumbList');
});

test('a private page asks search engines not to list it', () => {
  expect(pageMeta(args('/'), { ...facts, isListed: false })).toContainEqual({
    name: 'robots',
    content: 'noindex',
  });
});
