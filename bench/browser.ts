import { chromium as playwright } from '@playwright/test';

/** The system's Chromium without background connections; `more` are further switches. */
export const chromium = (more: readonly string[] = []) =>
  playwright.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
