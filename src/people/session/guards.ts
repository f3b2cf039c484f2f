import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { backPathOf, claimPath, loginPathFor, setupPath, setupPathFor } from './back-path.ts';
import type { Session } from './session.ts';

type Place = { pathname: string; search: string; hash?: string };

/** A guard's verdict: enter, wait until known, deny (403), or redirect. */
type Verdict = 'enter' | 'wait' | 'deny' | { redirectTo: string };

type Person = Pick<Session, 'prepared' | 'account' | 'role' | 'lacksSecondFactor'>;
type Guard = (session: Person, place: Place) => Verdict;

const signedIn: Guard = ({ prepared, account }, { pathname, search }) => {
  if (account) return 'enter';
  // Guards wait until the session is loaded, so that a reload never flashes the login.
  return prepared ? { redirectTo: loginPathFor(pathname + search) } : 'wait';
};

const only =
  (isAllowed: (role: Role | undefined) => boolean): Guard =>
  (session, place) =>
    session.account && !isAllowed(session.role) ? 'deny' : signedIn(session, place);

/**
 * Signed-in people are redirected to the requested page or their home page; with the mailed link of an application,
 * to the page that claims it.
 */
const visitorOnly: Guard = ({ prepared, account, role }, { search, hash = '' }) => {
  if (account && hash.includes('claimToken=')) return { redirectTo: claimPath + hash };
  if (account) return { redirectTo: backPathOf(search) ?? homePathFor(role) };
  return prepared ? 'enter' : 'wait';
};

/** Those with their required second factor continue to the requested page. */
const lackingOnly: Guard = (session, place) =>
  session.account
    ? { redirectTo: backPathOf(place.search) ?? homePathFor(session.role) }
    : session.lacksSecondFactor
      ? 'enter'
      : signedIn(session, place);

/** Operators continue to the check list; others may hold the link of a first start. */
const settingUp: Guard = ({ role }) =>
  isAdminRole(role) ? { redirectTo: '/admin/setup' } : 'enter';

/** Every guard that a route may name in its `handle.guard`. */
const guards = new Map<string, Guard>([
  ['signed-in', signedIn],
  ['visitor-only', visitorOnly],
  // Operators stay signed in, and the page itself says that it is not theirs.
  ['staff', only((role) => role === 'staff' || isAdminRole(role))],
  ['admin', only(isAdminRole)],
  ['second-factor-lacking', lackingOnly],
  ['setup', settingUp],
]);

/**
 * Open to people who must set up a second factor first: the setup, targets of mails, and the links in the setup's
 * footer.
 */
const openToLacking = [
  setupPath,
  '/verify-email',
  '/reset-password',
  '/undo-email-change',
  '/unsubscribe',
  '/terms',
  '/privacy',
  '/contact',
];

/** The names in the handles of the matched routes, outermost first. */
export function guardNames(matches: readonly { handle?: unknown }[]): string[] {
  return matches.flatMap(({ handle }) => {
    const { guard } = (handle ?? {}) as { guard?: string };
    return guard === undefined ? [] : [guard];
  });
}

/** The first name without a guard. */
export const unknownGuard = (names: readonly string[]): string | undefined =>
  names.find((name) => !guards.has(name));

/**
 * The combined verdict of the named guards: the first one other than enter decides. People who must set up a second
 * factor are sent there from every page.
 */
export function evaluateGuards(names: readonly string[], session: Person, place: Place): Verdict {
  if (session.lacksSecondFactor && !openToLacking.includes(place.pathname.replace(/\/$/, ''))) {
    return { redirectTo: setupPathFor(backPathOf(place.search) ?? place.pathname + place.search) };
  }
  for (const name of names) {
    const verdict = guards.get(name)?.(session, place) ?? 'enter';
    if (verdict !== 'enter') return verdict;
  }
  return 'enter';
}

function homePathFor(role: Role | undefined): string {
  if (isAdminRole(role)) return '/admin';
  return role === 'staff' ? '/staff' : '/mypage/donation-history';
}
