import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createMemoryRouter,
  data,
  type LoaderFunctionArgs,
  RouterContextProvider,
  RouterProvider,
  useRouteError,
} from 'react-router';
import { expect, test, vi } from 'vitest';
import { rendering, services } from '#kit/pages/context.ts';
import type { Services } from '#start/services.server.ts';
import Root, { ErrorBoundary, loader } from './root.tsx';

/** Renders the root around a page with this handle on the server. */
function rendered(handle: { guard: string }) {
  const page = { index: true, handle, element: <h1>部屋</h1> };
  const router = createMemoryRouter([{ id: 'root', path: '/', Component: Root, children: [page] }]);
  return renderToString(<RouterProvider router={router} />);
}

const Errors = () => (
  <ErrorBoundary {...({ error: useRouteError() } as ComponentProps<typeof ErrorBoundary>)} />
);

/** Renders the root with its loader on the server. */
async function started(facts: () => Promise<never>) {
  const root = { id: 'root', path: '/', Component: Root, ErrorBoundary: Errors };
  const load = ({ context }: LoaderFunctionArgs) =>
    loader({ context } as Parameters<typeof loader>[0]);
  const router = createMemoryRouter([{ ...root, loader: load }], {
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(services, { site: { facts } } as unknown as Services);
      return context;
    },
  });
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  return renderToString(<RouterProvider router={router} />);
}

test('a failed start is shown with its status, by default 500', async () => {
  const busy = await started(() => Promise.reject(data('', { status: 503 })));
  expect(busy).toMatch(/<h1[^>]*>503<\/h1>/);
  expect(busy).toContain('>Service Unavailable<');
  const broken = await started(() => Promise.reject(new Error('words for developers')));
  expect(broken).toMatch(/<h1[^>]*>500<\/h1>/);
  expect(broken).not.toContain('words for developers');
});

test('a guard that does not exist is an error of status 500 with its name, and a Japanese message', () => {
  const html = rendered({ guard: 'prepard' });
  expect(html).toContain('Unknown middleware prepard');
  expect(html).toMatch(/<h1[^>]*>500<\/h1>/);
  expect(html).toContain('サーバーで問題が起きました');
  expect(html).not.toContain('部屋');
});

test('a page with a guard is rendered by the server, which cannot know the session', () => {
  expect(rendered({ guard: 'signed-in' })).toContain('部屋');
});

/** Renders the error page for an error thrown by a loader on the server. */
function failed(status: number, body: unknown = '') {
  const error = { status, statusText: '', internal: false, data: body };
  const props = { error } as ComponentProps<typeof ErrorBoundary>;
  const element = <ErrorBoundary {...props} />;
  const router = createMemoryRouter([{ id: 'root', path: '/', element }]);
  return renderToString(<RouterProvider router={router} />);
}
const siteMenu = '主なメニュー';

test('a malformed or unknown address has the simple layout', () => {
  for (const status of [400, 404]) {
    const html = failed(status, 'ページのアドレスを読み取れませんでした。');
    expect(html).toMatch(new RegExp(`<h1[^>]*>${status}</h1>`));
    expect(html).toContain('読み取れませんでした。');
    expect(html).not.toContain(siteMenu);
  }
  expect(failed(400)).toContain('<title>アドレスを読み取れませんでした｜たすき</title>');
  expect(failed(404)).toContain('<title>ページが見つかりません｜たすき</title>');
  expect(failed(503)).toContain(siteMenu);
});

test('unavailability is explained in both languages, with a button to retry', () => {
  const html = failed(503, '{"type":"ServiceUnavailable","message":"Service Unavailable"}');
  expect(html).toContain('>Service Unavailable<');
  expect(html).toContain('少し時間をおいてから');
  expect(html).toContain('もう一度読み込む');
  expect(html).not.toContain('ServiceUnavailable');
});

test('neither a proxy’s markup nor text for developers is shown', () => {
  const html = failed(500, '<html><h1>ねこプロキシ</h1></html>');
  expect(html).not.toContain('プロキシ');
  expect(failed(404, 'Error: No route matches URL "/ねこ"')).not.toContain('No route');
});

test('a failure without an address shows the page of its status', async () => {
  for (const status of [400, 500, 503] as const) {
    const context = new RouterContextProvider();
    context.set(rendering, { nonce: '', failed: status });
    const load = () => loader({ context } as unknown as Parameters<typeof loader>[0]);
    await expect(load()).rejects.toMatchObject({ init: { status } });
  }
});
