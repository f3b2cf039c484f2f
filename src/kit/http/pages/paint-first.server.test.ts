import { expect, test } from 'vitest';
import { partsOf } from './own-scripts.server.ts';
import { paintFirst as delay } from './paint-first.server.ts';

function paintFirst(html: string) {
  const { head, main, scripts } = delay(partsOf(html, 'n'), 'n');
  return head + main + scripts;
}

const hint = (name: string) => `<link rel="modulepreload" href="/assets/${name}.js"/>`;
const style = '<link rel="stylesheet" href="/assets/site.css"/>';
const facts = '<script type="application/ld+json">{}</script>';
const boot = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
window.__reactRouterRouteModules = {"root":route0};

import("/assets/entry.js");`;
const document = (head: string, code = boot) =>
  `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${head}</head><body><script nonce="n" type="module" async="">${code}</script><script>go()</script></body></html>`;

test('preload links of scripts leave the head, and the scripts are fetched once the page is painted', () => {
  const html = paintFirst(document(hint('root') + facts + hint('entry') + style));
  expect(html).not.toContain('<link rel="modulepreload"');
  expect(html).toContain(`<meta charSet="utf-8"/>${facts}${style}</head>`);
  expect(html).toContain('["/assets/root.js","/assets/entry.js"]');
  expect(html).toContain('requestAnimationFrame');
  expect(html).toContain('<script>go()</script></body></html>');
});

test('no import is left that a browser would fetch before it runs the script', () => {
  const html = paintFirst(document(''));
  expect(html).not.toMatch(/^\s*import[ "]/m);
  expect(html).toContain('await import("/assets/manifest.js");');
  expect(html).toContain('const route0 = await import("/assets/root.js");');
  expect(html).toContain('\nimport("/assets/entry.js");</script>');
});

test('a document without such scripts of its own is left as it is', () => {
  const others = document(style).replace(' nonce="n"', '');
  const plain = document(style).replace(' async=""', '');
  for (const html of [others, plain, '<p>no document</p>', '']) {
    expect(paintFirst(html)).toBe(html);
  }
});
