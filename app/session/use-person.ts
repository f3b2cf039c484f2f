import { type Session, useSession } from './session.ts';

/**
 * The signed-in person's session on a page whose handle names a guard; undefined while that is not
 * known yet, and while the guard leads a visitor to the login, from which one comes back here.
 */
export function usePerson(): Session | undefined {
  const session = useSession();
  return session.account ? session : undefined;
}
