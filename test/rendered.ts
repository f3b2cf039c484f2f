import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';

/** Server-rendered HTML of a part of a page. */
export function renderedHtml(part: ReactNode): string {
  const router = createMemoryRouter([{ path: '/', element: part }]);
  return renderToString(createElement(RouterProvider, { router }));
}

const marks: [RegExp, string][] = [
  [/<!--.*?-->/g, ''],
  [/<(?:svg|style)\b.*?<\/(?:svg|style)>/gs, ''],
  [/<\/?(?:span|a|b|em|strong)\b[^>]*>/g, ''],
  [/<[^>]+>/g, '\n'],
  [/&amp;/g, '&'],
  [/&#x27;/g, "'"],
  [/\n\s*\n*/g, '\n'],
];

/** Its visible text, one line per block. */
export function linesOf(part: ReactNode): string[] {
  const text = marks.reduce((html, [mark, put]) => html.replace(mark, put), renderedHtml(part));
  return text.split('\n').filter((line) => line.trim() !== '');
}
