import { useSyncExternalStore } from 'react';
import { clearDrafts } from '#app/forms/use-draft.ts';
import type { Account, Profile } from '#domain/account.ts';
import { visitorUid } from '#domain/application.ts';
import type { Role } from '#domain/roles.ts';
import { accessToken, forgetToken, hasHint, onHintChange, setHint } from './access-token.ts';
import { api, whenForbidden } from './api.ts';
import { forgetCurrentAppraisal } from './current-appraisal.ts';

/** The signed-in person in this browser. Until `prepared`, nobody can say whether there is one. */
export type Session = {
  prepared: boolean;
  uid: string;
  role: Role | undefined;
  /** Undefined for a visitor, and for one whose registration is not finished. */
  account: Account | undefined;
  profile: Profile | undefined;
};

const unprepared: Session = {
  prepared: false,
  uid: visitorUid,
  role: undefined,
  account: undefined,
  profile: undefined,
};
const visitor: Session = { ...unprepared, prepared: true };

let session = unprepared;
let loading: Promise<void> | undefined;
const listeners = new Set<() => void>();

function set(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

/** What the token says of its holder; the server decides by its own records. */
function holderOf(token: string): { uid: string; role: Role | undefined } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const { sub, role } = JSON.parse(atob(payload)) as { sub: string; role?: Role };
  return { uid: sub, role };
}

async function load() {
  const token = await accessToken();
  if (token === undefined) return set(visitor);
  const holder = holderOf(token);
  // Signed in at the provider only: the product has no record of them yet.
  if (holder.role === undefined) return set({ ...visitor, ...holder });
  const [account, profile] = await Promise.all([
    api<Account>('/api/users/account'),
    api<Profile>('/api/users/profile'),
  ]);
  set({ prepared: true, ...holder, account, profile });
}

/** Loads the person and what belongs to them anew: after signing in, and after a change. */
export async function reloadSession(): Promise<void> {
  loading ??= load()
    .catch((error) => {
      console.warn('the session could not be loaded:', error);
      set({ ...session, prepared: true });
    })
    .finally(() => {
      loading = undefined;
    });
  return loading;
}

/** Ends the session here and, by the hint, in every tab; empties what was typed (decision 9). */
export async function signOut(): Promise<void> {
  try {
    await fetch('/api/auth/sign-out', { method: 'POST' });
  } catch (error) {
    console.warn('signing out was not answered:', error);
  }
  forgetPerson();
}

function forgetPerson() {
  forgetToken();
  setHint(false);
  clearDrafts();
  forgetCurrentAppraisal();
  set(visitor);
}

/** Watches who is signed in, here and in other tabs; called once, when the page has come to life. */
export function listenToSession(): () => void {
  whenForbidden(() => void signOut());
  const stop = onHintChange(() => {
    if (hasHint()) return void reloadSession();
    if (session.account) forgetPerson();
  });
  if (!session.prepared) void reloadSession();
  return stop;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Who is signed in; on the server and while the page comes to life nobody knows yet. */
export function useSession(): Session {
  return useSyncExternalStore(
    subscribe,
    () => session,
    () => unprepared,
  );
}
