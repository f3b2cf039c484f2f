import { describe, expect, test } from 'vitest';
import { invitesToAppraisal } from '#site/frame/inviting-pages.ts';
import { isTimeToInvite, scrollRatio, throttled } from './appraisal-invitation.ts';

test.each([
  '/',
  '/search',
  '/search/2',
  '/search/social-challenge',
  '/search/social-challenge/animal/2',
  '/about-service',
  '/about-service/',
  '/about-service/application-flow',
  '/about-service/donatable',
  '/about-service/undonatable',
  '/my-pledge',
])('%s has the floating button', (pathname) => {
  expect(invitesToAppraisal(pathname)).toBe(true);
});

test.each([
  '/about-service/donatable/gold',
  '/appraisal',
  '/associate/neko',
  '/join',
  '/mypage',
  '/mypage/my-pledge',
  '/my-pledge/12',
  '/my-pledge/item/3',
  '/searching',
  '/campaign/2018/cat',
  '/admin',
])('%s has none', (pathname) => {
  expect(invitesToAppraisal(pathname)).toBe(false);
});

test('a page is scrolled by the share of the way that its view can go', () => {
  expect(scrollRatio({ scrollTop: 300, viewHeight: 1000, pageHeight: 2000 })).toBe(0.3);
  expect(scrollRatio({ scrollTop: -20, viewHeight: 1000, pageHeight: 2000 })).toBe(0);
  expect(scrollRatio({ scrollTop: 0, viewHeight: 1000, pageHeight: 800 })).toBe(0);
});

describe('the modal opens unasked', () => {
  const state = { pathname: '/', ratio: 0.31, wasInvited: false, isBusy: false };
  test('once the page is scrolled past 30 %', () => {
    expect(isTimeToInvite(state)).toBe(true);
    expect(isTimeToInvite({ ...state, ratio: 0.3 })).toBe(false);
  });
  test('never twice in a session, on another page or in the middle of typing', () => {
    expect(isTimeToInvite({ ...state, wasInvited: true })).toBe(false);
    expect(isTimeToInvite({ ...state, pathname: '/terms' })).toBe(false);
    expect(isTimeToInvite({ ...state, isBusy: true })).toBe(false);
  });
  test.each(['/search', '/search/2', '/search/social-challenge/animal', '/associate/neko'])(
    'never on pages where people choose: %s',
    (pathname) => {
      expect(isTimeToInvite({ ...state, pathname })).toBe(false);
    },
  );
});

test('a burst of scrolling is checked at its start, once in 300 ms, and at its end', () => {
  let nowMs = 0;
  let timers: { atMs: number; work: () => void }[] = [];
  const seen: number[] = [];
  const { call, stop } = throttled(() => seen.push(nowMs), 300, {
    setTimer: (work, delayMs) => {
      const timer = { atMs: nowMs + delayMs, work };
      timers.push(timer);
      return timer;
    },
    clearTimer: (timer) => {
      timers = timers.filter((other) => other !== timer);
    },
  });
  for (; nowMs <= 700; nowMs += 50) {
    for (const timer of timers.filter(({ atMs }) => atMs <= nowMs)) {
      timers = timers.filter((other) => other !== timer);
      timer.work();
    }
    call();
  }
  expect(seen).toEqual([0, 300, 600]);
  expect(timers).toHaveLength(1);
  timers[0]?.work();
  expect(seen).toHaveLength(4);
  stop();
  expect(timers.filter(({ atMs }) => atMs > 1000)).toEqual([]);
});
