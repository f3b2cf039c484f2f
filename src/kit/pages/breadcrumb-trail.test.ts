import { expect, test } from 'vitest';
import { breadcrumbTrail } from './breadcrumb-trail.ts';

const match = (pathname: string, handle?: unknown, loaderData?: unknown) => ({
  pathname,
  handle,
  loaderData,
});

test('each matched route adds its place, by words or by its data', () => {
  const trail = breadcrumbTrail([
    match('/'),
    match(
      '/associate/neko',
      { breadcrumb: (data: { name: string }) => data.name },
      { name: '猫の家' },
    ),
    match('/associate/neko/vision', { breadcrumb: '目指すこと' }),
  ]);
  expect(trail).toEqual([
    { label: '猫の家', to: '/associate/neko' },
    { label: '目指すこと', to: '/associate/neko/vision' },
  ]);
});

test('a route may name places that are not its parents', () => {
  const places = [{ label: '社会課題', to: '/search/social-challenge' }, { label: '動物' }];
  expect(breadcrumbTrail([match('/x', { breadcrumb: () => places }, {})])).toEqual(places);
});

test('a route whose loader failed is left out', () => {
  const handle = { breadcrumb: (data: { name: string }) => data.name };
  expect(breadcrumbTrail([match('/associate/neko', handle)])).toEqual([]);
});
