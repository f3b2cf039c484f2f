import { useEffect, useRef, useState } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router';
import type { FailureStatus } from '#kit/client/server-error.ts';
import { evaluateGuards, guardNames, unknownGuard } from './guards.ts';
import { leaveEndedPage, onDenied, signOut, useSession } from './session.ts';
import { isSignOutDue } from './sign-out-due.ts';
import { useEndedHere } from './use-person.ts';

/** Replaces a page that may not be shown. */
export type Blocker = 'denied' | { unknownGuard: string } | { status: FailureStatus } | undefined;

/**
 * Applies the guards named in the handles of the matched routes: redirects, and signs out a person whose role is
 * denied a page, or by the server a call (403). Called once, by the root.
 */
export function useGuard(): Blocker {
  const session = useSession();
  const endedHere = useEndedHere();
  const ended = session.account ? undefined : endedHere;
  const navigate = useNavigate();
  const { pathname, search, hash, key } = useLocation();
  const names = guardNames(useMatches());
  const unknown = unknownGuard(names);
  // Stored per page: after the sign-out a denied person looks like a visitor.
  const [deniedAt, setDeniedAt] = useState<string>();
  const isDenied = deniedAt === key;
  const verdict =
    isDenied || unknown
      ? 'enter'
      : evaluateGuards(names, ended ?? session, { pathname, search, hash });
  const redirectTo = typeof verdict === 'object' ? verdict.redirectTo : undefined;
  const wasIn = useRef<string>(undefined);

  useEffect(() => {
    if (session.ended && session.ended.path !== pathname) leaveEndedPage();
  }, [session.ended, pathname]);
  useEffect(() => onDenied(() => setDeniedAt(key)), [key]);
  useEffect(() => {
    if (session.account || session.lacksSecondFactor) wasIn.current = key;
  }, [session.account, session.lacksSecondFactor, key]);
  useEffect(() => {
    if (verdict !== 'deny') return;
    setDeniedAt(key);
    void signOut();
  }, [verdict, key]);
  useEffect(() => {
    if (redirectTo === undefined) return;
    // A sign-out leads to the top page (docs/product.md, Screens); after an expired session the person may sign in
    // again.
    const isLeaving = wasIn.current === key && isSignOutDue();
    navigate(isLeaving ? '/' : redirectTo, { replace: true });
  }, [redirectTo, key, navigate]);

  if (unknown !== undefined) return { unknownGuard: unknown };
  if (isDenied || verdict === 'deny') return 'denied';
  // A failed load is shown only on pages that need the person.
  return verdict === 'wait' && session.problem !== undefined
    ? { status: session.problem }
    : undefined;
}
