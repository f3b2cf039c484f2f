import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const script = readFileSync(
  join(import.meta.dirname, '..', '..', '..', 'public', 'observing', 'count-visits.js'),
  'utf8',
);

/** Configuration that Google's script gets on a page at this URL. */
function configAt(address: string): Record<string, unknown> {
  const location = new URL(address);
  const window: { dataLayer?: ArrayLike<unknown>[] } = {};
  runInNewContext(script, {
    window,
    location,
    history: { pushState() {}, replaceState() {} },
    addEventListener() {},
    navigator: {},
    URL,
    URLSearchParams,
    document: {
      currentScript: {
        dataset: { kind: 'ga4', url: 'https://tags.example', id: 'G-TEST1234', private: '/mypage' },
      },
      referrer: '',
      createElement: () => ({}),
      head: { append() {} },
    },
  });
  const told = window.dataLayer?.find((words) => words[0] === 'config');
  return told?.[2] as Record<string, unknown>;
}

test('over https its cookies are bound to the host', () => {
  expect(configAt('https://tasuki.example/')).toMatchObject({
    cookie_prefix: '__Host-',
    cookie_domain: 'none',
    cookie_flags: 'Secure;SameSite=Lax',
  });
  expect(configAt('http://localhost:3000/')).not.toHaveProperty('cookie_flags');
});
