import { type Session, useSession } from './session.ts';

/**
 * The signed-in person's session on a page whose handle names a guard; undefined while that is
 * unknown, and while the guard redirects a visitor to the login, which returns here.
 */
export function usePerson(): Session | undefined {
  const session = useSession();
  return session.account ? session : undefined;
}
