import { expect, test } from 'vitest';
import { paintFirst } from './finish.ts';

const icon = '<link rel="icon" href="/favicon.svg"/>';
const module = (attributes = '') => `<link rel="modulepreload"${attributes} href="/assets/a.js"/>`;
const style = '<link rel="stylesheet" href="/assets/site.css"/>';
const document = (head: string) =>
  `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${head}</head><body>${style}</body></html>`;

test('styles come before every hint at a script, whose loading waits for them', () => {
  expect(paintFirst(document(icon + module() + style))).toBe(
    document(style + icon + module(' fetchpriority="low"')),
  );
});

test('a document without styles in its head is left as it is', () => {
  for (const html of [document(icon), '<p>no document</p>', '']) {
    expect(paintFirst(html)).toBe(html);
  }
});
