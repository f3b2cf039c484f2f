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

/** Chromium's engine without its windows: a test begins and ends in a third of the time. */
const shell = {
  launchOptions: {
    executablePath: onPath(['chromium-headless-shell', ...chromium]),
    args: switches,
  },
};
/** The browser as people have it, for the walks that stand for all of theirs. */
const whole = { launchOptions: { executablePath: onPath(chromium), args: switches } };

const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/**
 * Tests tagged `@phone` are walked on phones and desktops in the long form. The short one walks those of donors and
 * visitors on phones, those of operators on desktops, and on both what is tagged `@both`.
 */
const ofPhones = /(?:donor|public)\/.*@phone(?!.*@both)/;
const ofDesktops = /admin\/.*@phone(?!.*@both)/;

/**
 * Tests of rare cases and lesser screens are in one of four groups, tagged `@rare-1` to `@rare-4`: the short form runs
 * one of them, by its seed.
 */
const otherRareGroups = isLongForm
  ? []
  : [1, 2, 3, 4]
      .filter((group) => group !== 1 + (seed % 4))
      .map((group) => new RegExp(`@rare-${group}`));

/** Once, on one of the two servers, in the short form. */
const [ofSystem, ofEmbedded] = isLongForm ? [[], []] : [[/@system/], [/@embedded/]];

/** Of a fresh clone, which takes its time to set up. */
const tour = '**/tour.spec.ts';

export default defineConfig<object, { installation: Installation }>({
  testDir: 'test/e2e',
  globalSetup: './test/process/data-folder.ts',
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
    // What moves takes processor time in every frame; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of everything costs a third of the time; `--trace on` makes one where it is wanted.
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
    // On a phone only what says that it is about a phone, or fingers, not everything once more.
    {
      name: 'phone',
      testIgnore: tour,
      grep: /@phone|@touch/,
      grepInvert: isLongForm ? [] : [ofDesktops, ...otherRareGroups],
      use: phone,
    },
    { name: 'tour', testMatch: tour, use: { ...desktop, ...whole, installation: 'clone' } },
    // Runs where scripts/with-postgres.ts brings a server.
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
