import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RemixErrorBoundary } from './last-error-boundary.tsx';

test('what is left when the page of errors fails is a Japanese sentence; else it shows what it holds', () => {
  expect(renderToString(<RemixErrorBoundary>ページ</RemixErrorBoundary>)).toBe('ページ');
  const boundary = new RemixErrorBoundary({ children: 'ページ' });
  boundary.state = RemixErrorBoundary.getDerivedStateFromError();
  const html = renderToString(boundary.render());
  expect(html).toContain('サーバーで問題が起きました');
  expect(html).not.toContain('ページ');
});
