import { expect, test } from './fixtures.ts';

/** Guards other tests: a complaint of the browser is noticed and fails the test. */
const provocations: [complaint: string, provoke: () => void, expected: RegExp][] = [
  ['console.error', () => console.error('an expected failure is a warning'), /is a warning/],
  ['an exception', () => setTimeout(() => reportError(new Error('nobody caught this'))), /nobody/],
  [
    'a script that the Content-Security-Policy refuses',
    () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.head.append(script);
    },
    /Content Security Policy/,
  ],
];

for (const [complaint, provoke, expected] of provocations) {
  test.describe(() => {
    test.use({ expectedComplaints: [expected] });
    test(`${complaint} is noticed @rare-2`, async ({ page, complaints }) => {
      await page.goto('/');
      await page.evaluate(provoke);
      await expect.poll(() => complaints.filter((text) => expected.test(text))).toHaveLength(1);
    });
  });
}
