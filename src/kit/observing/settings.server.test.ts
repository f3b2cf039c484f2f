import { describe, expect, test } from 'vitest';
import { readEnv } from '#start/env.server.ts';
import { parseAnalytics } from './analytics-setting.server.ts';
import { parseDsn } from './sentry-dsn.server.ts';

describe('ANALYTICS', () => {
  test.each([
    ['', undefined],
    [
      'plausible:https://count.example/?domain=tasuki.example',
      { kind: 'plausible', url: 'https://count.example/api/event', domain: 'tasuki.example' },
    ],
    [
      'plausible:https://count.example/under/',
      { kind: 'plausible', url: 'https://count.example/under/api/event', domain: '' },
    ],
    [
      'matomo:https://stats.example/matomo/?site=3',
      { kind: 'matomo', url: 'https://stats.example/matomo/matomo.php', site: '3' },
    ],
    [
      'ga4:G-ABC123DEF4',
      { kind: 'ga4', id: 'G-ABC123DEF4', url: 'https://www.googletagmanager.com' },
    ],
    [
      'ga4:G-ABC123DEF4@https://tags.example/x',
      { kind: 'ga4', id: 'G-ABC123DEF4', url: 'https://tags.example' },
    ],
  ])('%s', (text, setting) => expect(parseAnalytics(text)).toEqual(setting));

  test.each([
    'plausible',
    'plausible:count.example',
    'plausible:http://count.example/',
    'plausible:https://name:word@count.example/',
    'plausible:https://a;script-src.example/',
    'matomo:https://stats.example/',
    'matomo:https://stats.example/?site=one',
    'ga4:UA-12345-6',
    'ga4:G-1"><script>',
    'piwik:https://stats.example/?site=1',
  ])('%s is refused', (text) => expect(() => parseAnalytics(text)).toThrow());
});

describe('SENTRY_DSN', () => {
  test.each([
    ['', undefined],
    [
      'https://abc123@errors.example/42',
      { url: 'https://errors.example/api/42/envelope/?sentry_key=abc123&sentry_version=7' },
    ],
    [
      'https://abc123@errors.example/under/42',
      { url: 'https://errors.example/under/api/42/envelope/?sentry_key=abc123&sentry_version=7' },
    ],
  ])('%s', (text, setting) => expect(parseDsn(text)).toEqual(setting));

  test.each([
    'https://errors.example/42',
    'https://abc@errors.example/',
    'https://abc:secret@errors.example/42',
    'http://abc@errors.example/42',
    'nonsense',
  ])('%s is refused', (text) => expect(() => parseDsn(text)).toThrow());
});

describe('the environment', () => {
  test('sends nothing to anybody by default', () => {
    const { ANALYTICS, SENTRY_DSN } = readEnv({});
    expect([ANALYTICS, SENTRY_DSN]).toEqual([undefined, undefined]);
  });

  test('explains in one error what form both should have', () => {
    expect(() => readEnv({ ANALYTICS: 'google', SENTRY_DSN: 'sentry.io' })).toThrow(
      /ANALYTICS: must be one of plausible:.*ga4:G-XXXXXXXX\n {2}SENTRY_DSN: must be https:\/\/KEY@HOST\/PROJECT/,
    );
  });
});
