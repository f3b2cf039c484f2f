import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminRoles } from '#kit/permissions/admin-roles.ts';
import type { Role } from '#kit/permissions/roles.ts';
import type { Account } from '#people/accounts/account.ts';
import { evaluateGuards, guardNames, unknownGuard } from './guards.ts';

const account = { email: 'hanako@example.jp' } as Partial<Account> as Account;
const nobodyYet = {
  prepared: false,
  account: undefined,
  role: undefined,
  lacksSecondFactor: false,
};
const visitor = { ...nobodyYet, prepared: true };
const as = (role: Role) => ({ ...visitor, account, role });
/** A person without the required second factor, whose account is not loaded. */
const withoutSecondFactor = (role: Role) => ({ ...visitor, role, lacksSecondFactor: true });
const here = { pathname: '/mypage/account', search: '?tab=1' };
const login = { redirectTo: '/login?back=%2Fmypage%2Faccount%3Ftab%3D1' };

test.each(['signed-in', 'staff', 'admin'])('%s leads a visitor to the login and back', (name) => {
  expect(evaluateGuards([name], visitor, here)).toEqual(login);
});

test.each(['signed-in', 'visitor-only', 'staff', 'admin'])(
  '%s waits until the session is loaded',
  (name) => {
    expect(evaluateGuards([name], nobodyYet, here)).toBe('wait');
  },
);

test('a role other than the required one is denied, higher or lower', () => {
  expect(evaluateGuards(['admin'], as('operator'), here)).toBe('enter');
  for (const role of adminRoles) {
    expect(evaluateGuards(['admin'], as(role), here)).toBe('enter');
  }
  expect(evaluateGuards(['admin'], as('staff'), here)).toBe('deny');
  expect(evaluateGuards(['admin'], as('donor'), here)).toBe('deny');
  expect(evaluateGuards(['staff'], as('staff'), here)).toBe('enter');
  expect(evaluateGuards(['staff'], as('donor'), here)).toBe('deny');
  // The page itself says that it is not theirs; a wrong link signs nobody out.
  expect(evaluateGuards(['staff'], as('operator'), here)).toBe('enter');
  expect(evaluateGuards(['signed-in'], as('donor'), here)).toBe('enter');
});

test('a page for visitors lets them in and leads others back, or home', () => {
  const join = { pathname: '/join', search: '' };
  expect(evaluateGuards(['visitor-only'], visitor, join)).toBe('enter');
  expect(evaluateGuards(['visitor-only'], as('donor'), join)).toEqual({
    redirectTo: '/mypage/donation-history',
  });
  expect(evaluateGuards(['visitor-only'], as('operator'), join)).toEqual({ redirectTo: '/admin' });
  const claim = { ...join, hash: '#appraisalId=TS-0000-0000&claimToken=a' };
  expect(evaluateGuards(['visitor-only'], as('donor'), claim)).toEqual({
    redirectTo: `/mypage/claim${claim.hash}`,
  });
  expect(evaluateGuards(['visitor-only'], visitor, claim)).toBe('enter');
  const back = { pathname: '/login', search: '?back=%2Fmypage' };
  expect(evaluateGuards(['visitor-only'], as('donor'), back)).toEqual({ redirectTo: '/mypage' });
});

test('all guards of nested routes must allow entry', () => {
  expect(evaluateGuards(['signed-in', 'admin'], as('donor'), here)).toBe('deny');
  expect(evaluateGuards([], visitor, here)).toBe('enter');
});

test('a person without the required second factor is redirected to its setup from every page', () => {
  const setup = (back: string) => ({
    redirectTo: `/mypage/account/two-factor/setup?${new URLSearchParams({ back })}`,
  });
  for (const role of ['operator', 'staff'] as const) {
    const person = withoutSecondFactor(role);
    expect(evaluateGuards([], person, { pathname: '/faq', search: '' })).toEqual(setup('/faq'));
    expect(evaluateGuards(['admin'], person, here)).toEqual(setup('/mypage/account?tab=1'));
    const login = { pathname: '/login', search: '?back=%2Fadmin%2Fmails' };
    expect(evaluateGuards(['visitor-only'], person, login)).toEqual(setup('/admin/mails'));
    // Targets of mails stay open: the e-mail may have to be verified first.
    expect(evaluateGuards([], person, { pathname: '/verify-email', search: '' })).toBe('enter');
  }
});

test('the setup of a second factor is for those who lack it; others go on', () => {
  const guard = ['second-factor-lacking'];
  const pathname = '/mypage/account/two-factor/setup';
  const place = { pathname, search: '?back=%2Fadmin%2Fmails' };
  expect(evaluateGuards(guard, withoutSecondFactor('operator'), place)).toBe('enter');
  expect(evaluateGuards(guard, nobodyYet, place)).toBe('wait');
  expect(evaluateGuards(guard, as('operator'), place)).toEqual({ redirectTo: '/admin/mails' });
  expect(evaluateGuards(guard, visitor, { pathname, search: '' })).toEqual({
    redirectTo: `/login?${new URLSearchParams({ back: pathname })}`,
  });
  // Never redirects to itself.
  const around = { pathname, search: `?${new URLSearchParams({ back: pathname })}` };
  expect(evaluateGuards(guard, as('staff'), around)).toEqual({ redirectTo: '/staff' });
});

test('an unknown guard’s name is found, even if objects inherit it', () => {
  expect(unknownGuard(['signed-in', 'prepard'])).toBe('prepard');
  expect(unknownGuard(['constructor'])).toBe('constructor');
  expect(unknownGuard(['staff'])).toBeUndefined();
});

test('the names are read from the routes’ handles', () => {
  expect(guardNames([{}, { handle: { breadcrumb: 'x' } }, { handle: { guard: 'staff' } }])).toEqual(
    ['staff'],
  );
});

test('every guard that a route names exists', async () => {
  const named: string[] = [];
  const files = await readdir('src', { recursive: true });
  for (const file of files.filter((name) => name.endsWith('-page.tsx'))) {
    const source = await readFile(join('src', file), 'utf8');
    for (const [, name = ''] of source.matchAll(/\bguard: '([^']+)'/g)) named.push(name);
  }
  expect(named).toContain('signed-in');
  expect(unknownGuard(named)).toBeUndefined();
});
