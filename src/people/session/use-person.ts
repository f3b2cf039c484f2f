import { useLocation } from 'react-router';
import { type Session, useSession } from './session.ts';

/** The session that another tab ended while a form was open on this page; until the page is left. */
export function useEndedHere(): Session | undefined {
  const { ended } = useSession();
  const { pathname } = useLocation();
  return ended?.path === pathname ? ended.session : undefined;
}

/**
 * The signed-in person's session on a guarded page; undefined while loading, and while the guard redirects a visitor
 * to the login, which returns here.
 */
export function usePerson(): Session | undefined {
  const session = useSession();
  const ended = useEndedHere();
  return session.account ? session : ended;
}
