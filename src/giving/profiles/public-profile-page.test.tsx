import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createMemoryRouter,
  type LoaderFunctionArgs,
  RouterContextProvider,
  RouterProvider,
  useLoaderData,
  useRouteError,
} from 'react-router';
import { expect, test, vi } from 'vitest';
import { services } from '#kit/pages/context.ts';
import type { PublicProfile } from '#people/accounts/account.ts';
import { ErrorBoundary } from '#src/root.tsx';
import type { Services } from '#start/services.server.ts';
import PublicProfilePage, { loader } from './public-profile-page.tsx';

const hanako: PublicProfile = {
  ...{ uid: 'u1', name: 'はなこ', text: '服を大切に。', image: '', bannerImage: '' },
  snsAccounts: { instagram: 'hanako', facebook: '', twitter: '' },
  since: '20261120100000000',
};
const none = { items: [], total: { count: 0, isMore: false } };

type PageProps = ComponentProps<typeof PublicProfilePage>;
const Page = () => <PublicProfilePage {...({ loaderData: useLoaderData() } as PageProps)} />;
const Errors = () => (
  <ErrorBoundary {...({ error: useRouteError() } as ComponentProps<typeof ErrorBoundary>)} />
);

/** The page of an author with this profile, and the uids that it requested. */
async function opened(found: () => Promise<PublicProfile | undefined>) {
  const publicProfile = vi.fn(found);
  const context = new RouterContextProvider();
  const own = { reads: { publicProfile }, pledges: { byAuthor: async () => none } };
  context.set(services, own as unknown as Services);
  const load = ({ params }: LoaderFunctionArgs) =>
    loader({
      ...{ context, params },
      request: new Request('http://localhost/profile/u1'),
    } as unknown as Parameters<typeof loader>[0]);
  const page = { path: 'profile/:uid', loader: load, Component: Page };
  const router = createMemoryRouter(
    [{ id: 'root', path: '/', ErrorBoundary: Errors, children: [page] }],
    { initialEntries: ['/profile/u1'] },
  );
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  const html = renderToString(<RouterProvider router={router} />);
  router.dispose();
  return { html, asked: publicProfile.mock.calls };
}

test('a profile is asked for by its uid and shown', async () => {
  const { html, asked } = await opened(async () => hanako);
  expect(asked).toEqual([['u1']]);
  expect(html).toContain('はなこ');
  expect(html).toContain('服を大切に。');
  expect(html).toContain('https://www.instagram.com/hanako');
});

test('a profile that cannot be read is told by the page of all errors', async () => {
  const missing = await opened(async () => undefined);
  expect(missing.html).toMatch(/<h1[^>]*>404<\/h1>/);
  expect(missing.html).toContain('This page could not be found');
  const broken = await opened(async () => {
    throw new Error('words for developers');
  });
  expect(broken.html).toMatch(/<h1[^>]*>500<\/h1>/);
  expect(broken.html).toContain('サーバーで問題が起きました');
  expect(broken.html).not.toContain('words for developers');
});
