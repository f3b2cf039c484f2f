import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RemixErrorBoundary } from './last-error-boundary.tsx';

test('shows a Japanese sentence when the error page itself fails, otherwise its children', () => {
  expect(renderToString(<RemixErrorBoundary>ページ</RemixErrorBoundary>)).toBe('ページ');
  const boundary = new RemixErrorBoundary({ children: 'ページ' });
  boundary.state = RemixErrorBoundary.getDerivedStateFromError();
  const html = renderToString(boundary.render());
  expect(html).toContain('サーバーで問題が起きました');
  expect(html).not.toContain('ページ');
});
