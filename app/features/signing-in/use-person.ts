import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { backPathOf, loginPathFor } from '#app/session/back-path.ts';
import { type Session, useSession } from '#app/session/session.ts';
import { isSignOutDue } from '#app/session/sign-out-due.ts';

/**
 * The signed-in person's session on a page that needs one; undefined while that is not known yet,
 * and while a visitor is on the way to the login, from which one comes back here.
 */
export function usePerson(): Session | undefined {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isVisitor = session.prepared && !session.account;
  const wasHere = useRef(false);
  useEffect(() => {
    if (session.account) wasHere.current = true;
  }, [session.account]);
  useEffect(() => {
    if (!isVisitor) return;
    // Who signs out goes to the top page (spec section 2); whose session ended may sign in again.
    const isLeaving = wasHere.current && isSignOutDue();
    navigate(isLeaving ? '/' : loginPathFor(pathname + search), { replace: true });
  }, [isVisitor, navigate, pathname, search]);
  return session.account ? session : undefined;
}

/** Leads signed-in people away from a page for visitors: back where they came from, or home. */
export function useVisitorsOnly(): Session {
  const session = useSession();
  const navigate = useNavigate();
  const { search } = useLocation();
  const home = session.account && homeOf(session.role);
  useEffect(() => {
    if (home) navigate(backPathOf(search) ?? home, { replace: true });
  }, [home, navigate, search]);
  return session;
}

function homeOf(role: Session['role']): string {
  return role === 'operator' ? '/admin' : '/mypage/donation-history';
}
