import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import type { Installation } from '#test/e2e/product.ts';
import { isLongForm, seed } from '#test/form.ts';
import { keepTemporaryFoldersInMemory } from './scripts/testing/memory-folder.js';

keepTemporaryFoldersInMemory();

const chromium = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The first of these that the system has; without any, Playwright's own is tried. */
function onPath(names: readonly string[]): string | undefined {
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

const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium's headless shell: tests start and end in a third of the time. */
const shell = {
  launchOptions: {
    executablePath: onPath(['chromium-headless-shell', ...chromium]),
    args: switches,
  },
};
/** The full browser, for flows that stand for all others. */
const whole = { launchOptions: { executablePath: onPath(chromium), args: switches } };

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/**
 * In the long form, tests tagged `@phone` run on phones and desktops. In the short form those of
 * donors and visitors run on phones, those of operators on desktops, and `@both` on both.
 */
const ofPhones = /(?:donor|public)\/.*@phone(?!.*@both)/;
const ofDesktops = /admin\/.*@phone(?!.*@both)/;

/**
 * Tests of rare cases and minor screens are in four groups, `@rare-1` to `@rare-4`: the short form
 * runs one of them, by its seed.
 */
const otherRareGroups = isLongForm
  ? []
  : [1, 2, 3, 4]
      .filter((group) => group !== 1 + (seed % 4))
      .map((group) => new RegExp(`@rare-${group}`));

/** In the short form once, on one of the two servers. */
const [ofSystem, ofEmbedded] = isLongForm ? [[], []] : [[/@system/], [/@embedded/]];

/** Uses a fresh clone, which is slow to set up. */
const tour = '**/tour.spec.ts';

export default defineConfig<object, { installation: Installation }>({
  testDir: 'test/e2e',
  globalSetup: './test/process/data-folder.ts',
  // Emptied by each run: screenshots of all pages (every-route.spec.ts) are beside it.
  outputDir: 'test-results/failures',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // Enough for a busy machine: they cost time only if something fails.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    // Animations take CPU time in every frame; tests of motion enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing everything costs a third of the time; use `--trace on` when needed.
    screenshot: 'only-on-failure',
    ...shell,
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: tour,
      grepInvert: isLongForm ? /@touch/ : [/@touch/, ofPhones, ...ofSystem, ...otherRareGroups],
      use: desktop,
    },
    // On a phone only tests about phones or touch, not everything again.
    {
      name: 'phone',
      testIgnore: tour,
      grep: /@phone|@touch/,
      grepInvert: isLongForm ? [] : [ofDesktops, ...otherRareGroups],
      use: phone,
    },
    { name: 'tour', testMatch: tour, use: { ...desktop, ...whole, installation: 'clone' } },
    // Runs where scripts/with-postgres.ts provides a server.
    ...(process.env.TEST_DATABASE_URL
      ? [
          {
            name: 'own-postgres',
            testMatch: '**/main-job.spec.ts',
            grepInvert: ofEmbedded,
            use: { ...desktop, ...whole, installation: 'own-postgres' as const },
          },
        ]
      : []),
  ],
});
