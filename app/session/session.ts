import { type ComponentType, useSyncExternalStore } from 'react';
import { isReloadingFor } from '#app/chunk-recovery.ts';
import type { Account, Profile } from '#domain/accounts/account.ts';
import type { visitorUid } from '#domain/applications/application.ts';
import type { Role } from '#domain/auth/roles.ts';
import type { Donation } from '#domain/donations/donation.ts';
import { refusalOf } from '#domain/errors/refusal.ts';
import type { OwnPledge } from '#domain/pledges/pledge.ts';
import { type FailureStatus, failureStatus, showServerError } from './server-error.ts';
import { onForbidden, onSecondFactorNeeded, onSessionLost } from './session-end-events.ts';
import { hasSessionFlag, onSessionFlagChange, setSessionFlag } from './session-flag.ts';
import { isSignOutDue, noteSignOut } from './sign-out-due.ts';

/** The signed-in person in this browser. Until `prepared`, it is unknown whether there is one. */
export type Session = {
  prepared: boolean;
  /**
   * The status to show while the person's data can't be loaded at the start, 0 where nothing answered; loading
   * is retried.
   */
  problem?: FailureStatus;
  uid: string;
  role: Role | undefined;
  /** Operators and staff must set up a second factor before anything else. */
  lacksSecondFactor: boolean;
  /** Undefined for a visitor, and while the registration is not finished or a second factor lacks. */
  account: Account | undefined;
  profile: Profile | undefined;
  /** The person's donations and pledges, newest first. */
  donations: Donation[];
  pledges: OwnPledge[];
  /** Whom another tab signed out while a form was open here; the page at `path` stays until one leaves it. */
  ended?: { path: string; session: Session; Notice: ComponentType };
  /** Grows when one person's session takes the place of another's: pages begin anew. */
  era: number;
};

// Imports the type only: the value would bring the schemas of applications into every page.
const nobody: typeof visitorUid = '0';

const notPrepared: Session = {
  prepared: false,
  uid: nobody,
  role: undefined,
  lacksSecondFactor: false,
  account: undefined,
  profile: undefined,
  donations: [],
  pledges: [],
  era: 0,
};
const visitor: Session = { ...notPrepared, prepared: true };
/** The delay after which failed data of a person is loaded again. */
const retryMs = 5_000;

let session = notPrepared;
let era = 0;
/** Increases with each load: only the newest response counts. */
let generation = 0;
const listeners = new Set<() => void>();
let deniedListener: () => void = () => undefined;

/** Sets the listener called when the server denies a call by its role, before the sign-out. */
export function onDenied(listener: () => void): void {
  deniedListener = listener;
}

function set(next: Omit<Session, 'era'>) {
  session = { ...next, era };
  for (const listener of listeners) listener();
}

type PersonModule = typeof import('./person.ts');
/** The module for signed-in people is loaded only when the session flag is set. */
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

/** Asks for that module, and so for the session, where there is one. */
export function fetchPersonEarly(): void {
  if (hasSessionFlag()) import('./person.ts').catch(() => undefined);
}

async function load(): Promise<Session> {
  if (!hasSessionFlag()) return visitor;
  const { loadPerson } = await personModule();
  return { ...visitor, ...(await loadPerson()) };
}

/**
 * Loads the person and their data again: after signing in, and after a change. What fails is told by the error
 * page, unless nobody asked for it.
 */
export async function reloadSession({ isAsked = true } = {}): Promise<void> {
  generation += 1;
  const mine = generation;
  try {
    const loaded = await load();
    if (mine === generation) replace(loaded);
  } catch (error) {
    console.warn('the session could not be loaded:', error);
    if (mine !== generation) return;
    if (refusalOf(error)?.type === 'Unauthorized') set(visitor);
    // A network failure makes nobody a visitor: the guards wait.
    else if (!session.prepared) {
      set({ ...session, problem: failureStatus(error) });
      setTimeout(() => mine === generation && reloadSession(), retryMs);
    } else if (isAsked) showServerError({ status: failureStatus(error) });
  }
}

/** What one person has typed is shown to nobody else who signs in. */
function replace(next: Session) {
  const earlier = session.ended?.session.uid ?? session.uid;
  if (next.uid !== nobody) {
    if (earlier !== nobody && earlier !== next.uid) era += 1;
    person?.releaseForms(next.uid);
  }
  set(next);
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

/**
 * Sends the sign-out to the server; without a response the next page of this browser tries again.
 */
async function sendSignOut(): Promise<void> {
  try {
    const response = await fetch('/api/auth/sign-out', { method: 'POST' });
    if (response.ok) noteSignOut(false);
  } catch (error) {
    console.warn('signing out was not answered:', error);
  }
}

/** Sends a sign-out that the server has not received yet. */
export async function retrySignOut(): Promise<void> {
  if (isSignOutDue()) await sendSignOut();
}

function clearPerson() {
  setSessionFlag(false);
  if (person) person.clearStoredData();
  else void personModule().then(({ clearStoredData }) => clearStoredData());
  becomeVisitor();
}

/** The session ended, but not by the person's own sign-out: their drafts stay for their return. */
function becomeVisitor() {
  generation += 1;
  set(visitor);
}

/** Another tab signed out. A form that is open here stays as it is, with its page, until one leaves. */
function endHere() {
  if (!person?.isFormOpen()) return clearPerson();
  generation += 1;
  const { SignedOutNotice: Notice } = person;
  person.endSession(session.uid);
  set({ ...visitor, ended: { path: location.pathname, session, Notice } });
}

/** The page whose session another tab ended has been left. */
export function leaveEndedPage(): void {
  person?.forgetToken();
  becomeVisitor();
}

/** Watches the session, here and in other tabs; called once, on hydration. */
export function listenToSession(): () => void {
  onForbidden(() => {
    deniedListener();
    void signOut();
  });
  onSessionLost(becomeVisitor);
  onSecondFactorNeeded(() => {
    // The next token says so, and the guards lead to the setup.
    person?.forgetToken();
    void reloadSession();
  });
  const stop = onSessionFlagChange(() => {
    // It may be another person's session now.
    person?.forgetToken();
    if (hasSessionFlag()) void reloadSession({ isAsked: false });
    else if (session.uid !== nobody) endHere();
    else if (session.ended) return;
    // A sign-in under way in this tab has been signed out as well.
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

/** The current session, for code that is no component. */
export const currentSession = (): Session => session;

/** The current session; unknown on the server and until hydration. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => notPrepared);
}
