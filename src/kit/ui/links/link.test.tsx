import { renderToString } from 'react-dom/server';
import { Link as RouterLink, NavLink as RouterNavLink, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Link, NavLink } from './link.tsx';

type To = Parameters<typeof RouterLink>[0]['to'];

const rendered = (Kind: typeof RouterLink, to: To) =>
  renderToString(
    <StaticRouter location="/associate/a/vision?x=1">
      <Kind to={to} className="underline" state={{ from: 'here' }} replace>
        読む
      </Kind>
    </StaticRouter>,
  );
/** The link's attributes in any order, and its content. */
function parts(html: string) {
  const [, attributes = '', content = ''] = /^<a ([^>]*)>(.*)<\/a>$/.exec(html) ?? [];
  return { attributes: attributes.split(/(?<=") /).sort(), content };
}

test.each<To>([
  '/',
  '/search',
  '/search/',
  '/search?keyword=%E3%81%AD&order=cumulative',
  '/associate/sample-animal-2#give',
  '/guide.html',
  '//elsewhere.example/a',
  'https://elsewhere.example/a',
  '../thanks',
  'thanks',
  '',
  '#top',
  '?page=2',
  '/search?keyword=ねこ',
  '/a/../b',
  { pathname: '/search', search: '?page=2' },
])('a link to %s is in a document as the router would write it', (to) => {
  expect(parts(rendered(Link, to))).toEqual(parts(rendered(RouterLink, to)));
  expect(parts(rendered(Link, to)).content).toBe('読む');
});

const menuEntry = (Kind: typeof RouterNavLink, to: To, end: boolean) =>
  renderToString(
    <StaticRouter location="/Associate/a/vision?x=1">
      <Kind to={to} end={end} className="underline">
        読む
      </Kind>
    </StaticRouter>,
  );

test.each<To>([
  '/',
  '/associate',
  '/associate/',
  '/associate/a',
  '/associate/a/',
  '/associate/a/vision',
  '/associate/a/vis',
  '/search',
  '/search?page=2',
  '//elsewhere.example/a',
  '..',
  '#top',
  { pathname: '/associate' },
])('an entry of a menu that leads to %s is in a document as the router would write it', (to) => {
  for (const end of [false, true]) {
    const ours = parts(menuEntry(NavLink, to, end));
    expect(ours).toEqual(parts(menuEntry(RouterNavLink, to, end)));
    expect(ours.content).toBe('読む');
  }
});

test('an entry of a menu is marked on its own page and, unless that ends it, on those below', () => {
  const marked = (to: To, end: boolean) =>
    menuEntry(NavLink, to, end).includes('aria-current="page"');
  expect([marked('/associate', false), marked('/associate', true)]).toEqual([true, false]);
  expect(marked('/search', false)).toBe(false);
});
