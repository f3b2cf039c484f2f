import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Pages excluded from search engines besides those of operators, whose texts are not public. */
const otherPages = ['src/people/setup/opens-soon.tsx', 'src/people/mail/unsubscribe-page.tsx'];

test('pages without public content ask search engines not to index them', () => {
  const pages = [...globSync('src/**/admin/**/*-page.tsx'), ...otherPages];
  const indexed = pages.filter((path) => {
    const text = readFileSync(path, 'utf8');
    const hasHead = otherPages.includes(path) || /export const meta\b/.test(text);
    return hasHead && !/name(?:: '|=")robots['"],? content(?:: '|=")noindex['"]/.test(text);
  });
  expect(pages.length).toBeGreaterThan(60);
  expect(indexed).toEqual([]);
});
