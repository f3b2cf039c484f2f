import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Installation } from '#test/e2e/product.ts';

/** The system's Chromium; without one, Playwright's own is tried. */
function chromiumOnPath(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** Of a fresh clone, which takes its time to set up. */
const tour = '**/tour.spec.ts';

export default defineConfig<object, { installation: Installation }>({
  testDir: 'test/e2e',
  // Each run empties it: the pictures of all pages (every-route.spec.ts) lie beside it.
  outputDir: 'test-results/failures',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // As long as a busy machine needs: they cost time only where something fails.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // A trace of everything costs a third of the time; `--trace on` makes one where it is wanted.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumOnPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', testIgnore: tour, grepInvert: /@touch/, use: desktop },
    // On a phone only what says that it is about a phone, or fingers, not everything once more.
    { name: 'phone', testIgnore: tour, grep: /@phone|@touch/, use: phone },
    { name: 'tour', testMatch: tour, use: { ...desktop, installation: 'clone' } },
    // Runs where scripts/with-postgres.ts brings a server.
    ...(process.env.TEST_DATABASE_URL
      ? [
          {
            name: 'own-postgres',
            testMatch: '**/main-job.spec.ts',
            use: { ...desktop, installation: 'own-postgres' as const },
          },
        ]
      : []),
  ],
});
