import { expect, test } from 'vitest';
import { paintFirst } from './finish.ts';

const module = (attributes = '') => `<link rel="modulepreload"${attributes} href="/assets/a.js"/>`;
const style = '<link rel="stylesheet" href="/assets/site.css"/>';
const facts = '<script type="application/ld+json">{}</script>';
const document = (head: string) =>
  `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${head}</head><body>${module()}</body></html>`;

test('hints at scripts come behind what the page is painted with, which keeps its order', () => {
  expect(paintFirst(document(module() + facts + module() + style))).toBe(
    document(facts + style + module(' fetchpriority="low"') + module(' fetchpriority="low"')),
  );
});

test('a document without such hints is left as it is', () => {
  for (const html of [document(style), '<p>no document</p>', '']) {
    expect(paintFirst(html)).toBe(html);
  }
});
