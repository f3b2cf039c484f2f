import { type ComponentType, useSyncExternalStore } from 'react';
import type { visitorUid } from '#giving/applications/application.ts';
import type { Donation } from '#giving/donations/donation.ts';
import type { OwnPledge } from '#giving/pledges/pledge.ts';
import { type FailureStatus, failureStatus, showServerError } from '#kit/client/server-error.ts';
import {
  onForbidden,
  onSecondFactorNeeded,
  onSessionLost,
} from '#kit/client/session-end-events.ts';
import { hasSessionFlag, onSessionFlagChange, setSessionFlag } from '#kit/client/session-flag.ts';
import { refusalOf } from '#kit/errors/refusal.ts';
import { isReloadingFor } from '#kit/pages/chunk-recovery.ts';
import type { Role } from '#kit/permissions/roles.ts';
import type { Account, Profile } from '#people/accounts/account.ts';
import { isSignOutDue, noteSignOut } from './sign-out-due.ts';

/** The signed-in person in this browser. Until `prepared`, it is unknown whether there is one. */
export type Session = {
  prepared: boolean;
  /**
   * The error status while the person's data can't be loaded at the start, 0 without a response; loading is retried.
   */
  problem?: FailureStatus;
  uid: string;
  role: Role | undefined;
  /** Operators and staff must set up a second factor before anything else. */
  lacksSecondFactor: boolean;
  /** Undefined for a visitor, before the registration is finished, or without a required second factor. */
  account: Account | undefined;
  profile: Profile | undefined;
  /** The person's donations and pledges, newest first. */
  donations: Donation[];
  pledges: OwnPledge[];
  /** The session that another tab signed out while a form was open here; the page at `path` stays until it is left. */
  ended?: { path: string; session: Session; Notice: ComponentType };
  /** Increases when another person's session replaces this one: pages reset. */
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
/** Delay before a failed load is retried. */
const retryMs = 5_000;

let session = notPrepared;
let era = 0;
/** Increases with each load: only the latest response counts. */
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
/** The module for signed-in people, loaded only when the session flag is set. */
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

/** Starts loading that module, and so the session, if the flag is set. */
export function fetchPersonEarly(): void {
  if (hasSessionFlag()) import('./person.ts').catch(() => undefined);
}

async function load(): Promise<Session> {
  if (!hasSessionFlag()) return visitor;
  const { loadPerson } = await personModule();
  return { ...visitor, ...(await loadPerson()) };
}

/**
 * Reloads the person and their data: after signing in, and after a change. A failure shows the error page, unless the
 * load was not asked for.
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
    // A network failure does not make the person a visitor: the guards wait.
    else if (!session.prepared) {
      set({ ...session, problem: failureStatus(error) });
      setTimeout(() => mine === generation && reloadSession(), retryMs);
    } else if (isAsked) showServerError({ status: failureStatus(error) });
  }
}

/** Resets pages and held forms when another person signs in. */
function replace(next: Session) {
  const earlier = session.ended?.session.uid ?? session.uid;
  if (next.uid !== nobody) {
    if (earlier !== nobody && earlier !== next.uid) era += 1;
    person?.releaseForms(next.uid);
  }
  set(next);
}

/** Stores an edited account, which header, forms and prefills then use. */
export function storeAccount(account: Account): void {
  if (session.account) set({ ...session, account });
}

/** Ends the session here and, by the session flag, in every tab; clears typed input. */
export async function signOut(): Promise<void> {
  noteSignOut(true);
  clearPerson();
  await sendSignOut();
}

/** Sends the sign-out; without a response the next page of this browser retries. */
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

/** For a session that ended without a sign-out: keeps the drafts for the person's return. */
function becomeVisitor() {
  generation += 1;
  set(visitor);
}

/** After a sign-out in another tab: a page with an open form stays until it is left. */
function endHere() {
  if (!person?.isFormOpen()) return clearPerson();
  generation += 1;
  const { SignedOutNotice: Notice } = person;
  person.endSession(session.uid);
  set({ ...visitor, ended: { path: location.pathname, session, Notice } });
}

/** Called when the page of a session that another tab ended is left. */
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
    // The next token says so, and the guards redirect to the setup.
    person?.forgetToken();
    void reloadSession();
  });
  const stop = onSessionFlagChange(() => {
    // The session may be another person's now.
    person?.forgetToken();
    if (hasSessionFlag()) void reloadSession({ isAsked: false });
    else if (session.uid !== nobody) endHere();
    else if (session.ended) return;
    // Also ends a sign-in in progress in this tab.
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

/** The current session, for code outside components. */
export const currentSession = (): Session => session;

/** The current session; unknown on the server and until hydration. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession, () => notPrepared);
}
