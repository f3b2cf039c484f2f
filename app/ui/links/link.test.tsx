import { renderToString } from 'react-dom/server';
import { Link as RouterLink, StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Link } from './link.tsx';

type To = Parameters<typeof RouterLink>[0]['to'];

const rendered = (Kind: typeof RouterLink, to: To) =>
  renderToString(
    <StaticRouter location="/associate/a/vision?x=1">
      <Kind to={to} className="underline" state={{ from: 'here' }} replace>
        読む
      </Kind>
    </StaticRouter>,
  );
/** The attributes of the link, in whatever order, and what is in it. */
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
