import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import Root from './root.tsx';

/** The root around a page with this handle, as the server renders it. */
function rendered(handle: { guard: string }) {
  const page = { index: true, handle, element: <h1>部屋</h1> };
  const router = createMemoryRouter([{ id: 'root', path: '/', Component: Root, children: [page] }]);
  return renderToString(<RouterProvider router={router} />);
}

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
