import { useSyncExternalStore } from 'react';
import { isReloadingFor } from '#app/chunk-recovery.ts';
import type { Account, Profile } from '#domain/accounts/account.ts';
import type { visitorUid } from '#domain/applications/application.ts';
import type { Role } from '#domain/auth/roles.ts';
import type { Donation } from '#domain/donations/donation.ts';
import { refusalOf } from '#domain/errors/refusal.ts';
import type { OwnPledge } from '#domain/pledges/pledge.ts';
import { onForbidden, onSessionLost } from './session-end-events.ts';
import { hasSessionFlag, onSessionFlagChange, setSessionFlag } from './session-flag.ts';
import { isSignOutDue, noteSignOut } from './sign-out-due.ts';

/** The signed-in person in this browser. Until `prepared`, nobody can say whether there is one. */
export type Session = {
  prepared: boolean;
  /** The status to tell while the person's data can't be loaded at the start; it is tried again. */
  problem?: 500 | 503;
  uid: string;
  role: Role | undefined;
  /** Undefined for a visitor, and for one whose registration is not finished. */
  account: Account | undefined;
  profile: Profile | undefined;
  /** The person's donations and pledges, newest first. */
  donations: Donation[];
  pledges: OwnPledge[];
};

// Its type only: the value would bring the schemas of applications into every page.
const nobody: typeof visitorUid = '0';

const notPrepared: Session = {
  prepared: false,
  uid: nobody,
  role: undefined,
  account: undefined,
  profile: undefined,
  donations: [],
  pledges: [],
};
const visitor: Session = { ...notPrepared, prepared: true };
/** A person whose data did not come is asked for again after this. */
const retryMs = 5_000;

let session = notPrepared;
/** Rises with each load: only the newest one's answer counts. */
let generation = 0;
const listeners = new Set<() => void>();
let deniedListener: () => void = () => undefined;

/** Sets what happens when the server denies a call by its role, before the session is signed out. */
export function onDenied(listener: () => void): void {
  deniedListener = listener;
}

function set(next: Session) {
  session = next;
  for (const listener of listeners) listener();
}

type PersonModule = typeof import('./person.ts');
/** What only signed-in people need is fetched when there is a hint of one. */
let person: PersonModule | undefined;

async function personModule(): Promise<PersonModule> {
  try {
    person ??= await import('./person.ts');
  } catch (error) {
    isReloadingFor();
    throw error;
  }
  return person;
}

async function load(): Promise<Session> {
  if (!hasSessionFlag()) return visitor;
  const { loadPerson } = await personModule();
  return { ...visitor, ...(await loadPerson()) };
}

/** Loads the person and what belongs to them anew: after signing in, and after a change. */
export async function reloadSession(): Promise<void> {
  generation += 1;
  const mine = generation;
  try {
    const loaded = await load();
    if (mine === generation) set(loaded);
  } catch (error) {
    console.warn('the session could not be loaded:', error);
    if (mine !== generation) return;
    if (refusalOf(error)?.type === 'Unauthorized') set(visitor);
    // Nobody is taken for a visitor because the network failed: the guards wait.
    else if (!session.prepared) {
      set({ ...session, problem: refusalOf(error)?.type === 'ServiceUnavailable' ? 503 : 500 });
      setTimeout(() => mine === generation && reloadSession(), retryMs);
    }
  }
}

/** Keeps the account as an edit left it: header, forms and prefills follow. */
export function storeAccount(account: Account): void {
  if (session.account) set({ ...session, account });
}

/** Ends the session here and, by the hint, in every tab; empties what was typed. */
export async function signOut(): Promise<void> {
  noteSignOut(true);
  clearPerson();
  await sendSignOut();
}

/** Tells the server; when it gives no answer the next page of this browser tries again. */
async function sendSignOut(): Promise<void> {
  try {
    const response = await fetch('/api/auth/sign-out', { method: 'POST' });
    if (response.ok) noteSignOut(false);
  } catch (error) {
    console.warn('signing out was not answered:', error);
  }
}

/** Tells the server of a sign-out that it has not heard of yet. */
export async function retrySignOut(): Promise<void> {
  if (isSignOutDue()) await sendSignOut();
}

function clearPerson() {
  setSessionFlag(false);
  if (person) person.clearStoredData();
  else void personModule().then(({ clearStoredData }) => clearStoredData());
  becomeVisitor();
}

/** Nobody is signed in any more, not by their own will: what they typed stays for their return. */
function becomeVisitor() {
  generation += 1;
  set(visitor);
}

/** Watches who is signed in, here and in other tabs; called once, when the page has come to life. */
export function listenToSession(): () => void {
  onForbidden(() => {
    deniedListener();
    void signOut();
  });
  onSessionLost(becomeVisitor);
  const stop = onSessionFlagChange(() => {
    // It may be another person's session now.
    person?.forgetToken();
    if (hasSessionFlag()) void reloadSession();
    else if (session.uid !== nobody) clearPerson();
    // Whoever was on the way in here, with an answer to come, has left as well.
    else becomeVisitor();
  });
  void retrySignOut();
  if (!session.prepared) void reloadSession();
  return stop;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Who is signed in, for code that is no component. */
export const currentSession = (): Session => session;

/** Who is signed in; on the server and while the page comes to life nobody knows yet. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => notPrepared);
}
