import type { Account } from '#domain/accounts/account.ts';
import type { TwoFactorEnrolment } from '#domain/auth/own-sign-in.ts';
import type {
  EmailChange,
  Erasure,
  PasswordChange,
  SignedIn,
  SignIn,
  SignUp,
} from '#domain/auth/sign-in.ts';
import type { ServiceSignUp } from '#domain/auth/sign-in-service.ts';
import { forgetToken } from './access-token.ts';
import { api } from './api.ts';
import { reloadSession, storeAccount } from './session.ts';
import { setSessionFlag } from './session-flag.ts';
import { noteSignOut } from './sign-out-due.ts';

// The auth provider as the browser knows it; a cookie set by these calls keeps the person signed in.

/** Makes the sign-in of a registration; the person's own record comes next (registration.ts). */
export async function signUp(body: SignUp): Promise<SignedIn> {
  const answer = await api<SignedIn>('/api/auth/sign-up/email', { body, isAnonymous: true });
  takeSession();
  return answer;
}

/** The same for somebody who has signed in at a service, which takes the place of a password. */
export async function signUpByService(body: ServiceSignUp): Promise<SignedIn> {
  const answer = await api<SignedIn>('/api/auth/sign-up/service', { body, isAnonymous: true });
  takeSession();
  return answer;
}

/** Signs in; with `twoFactor` in the answer the second step is still to come. */
export async function signIn(body: SignIn): Promise<SignedIn> {
  const answer = await api<SignedIn>('/api/auth/sign-in/email', { body, isAnonymous: true });
  if (!answer.twoFactor) await enter();
  return answer;
}

/** The second step of a sign-in: the code of an authenticator app. */
export async function signInWithCode(code: string): Promise<void> {
  await api('/api/auth/two-factor/verify-totp', { body: { code }, isAnonymous: true });
  await enter();
}

/** The browser has the cookie of another session than before. */
function takeSession() {
  noteSignOut(false);
  forgetToken();
  setSessionFlag(true);
}

/** Goes on with the session that the cookie opens now, in this tab and, by the hint, in the others. */
export async function enter(): Promise<void> {
  takeSession();
  await reloadSession();
}

/**
 * Signs in again with the old e-mail and password, puts the new e-mail in its place, has the product
 * take it over and keeps it here.
 */
export async function updateEmail(body: EmailChange): Promise<void> {
  await api('/api/auth/change-email', { body });
  // The other sessions have ended; this one goes on with a new token.
  takeSession();
  try {
    storeAccount(await api<Account>('/api/users/account/email/update', { method: 'POST' }));
  } catch (error) {
    // The e-mail is changed all the same, so nobody may be told that it is not.
    console.warn('the new e-mail was not answered:', error);
    await reloadSession();
  }
}

/** Signs in again with the old password and sets the new one. */
export async function updatePassword(body: PasswordChange): Promise<void> {
  await api('/api/auth/change-password', { body });
  await enter();
}

/** Begins to set up an authenticator app; it is asked for after the first code (signInWithCode). */
export function enrolTwoFactor(password: string): Promise<TwoFactorEnrolment> {
  return api('/api/auth/two-factor/enable', { body: { password } });
}

/** No longer asks for codes. */
export async function endTwoFactor(password: string): Promise<void> {
  await api('/api/auth/two-factor/disable', { body: { password } });
  await enter();
}

/** Closes the account of a person who has signed in again; the session is over with it. */
export async function eraseAccount(body: Erasure): Promise<void> {
  await api('/api/users/erase', { body });
}

/** Takes back a sign-up whose registration failed. */
export async function deleteSignUp(): Promise<void> {
  await api('/api/auth/delete-user', { method: 'POST' });
  forgetToken();
  setSessionFlag(false);
}

/** Asks for the mail that lets a forgotten password be set anew; the answer is always the same. */
export async function sendReset(email: string): Promise<void> {
  await api('/api/auth/request-password-reset', { body: { email }, isAnonymous: true });
}

/** Sets a new password with the token of that mail. */
export async function resetPassword(body: { token: string; newPassword: string }): Promise<void> {
  await api('/api/auth/reset-password', { body, isAnonymous: true });
}

/** Takes a change of e-mail back by the link mailed to the old address. */
export async function undoEmailChange(token: string): Promise<void> {
  await api('/api/auth/undo-email-change', { body: { token }, isAnonymous: true });
}

/** Proves the signed-in person's e-mail by the mailed link. */
export async function verifyEmail(token: string): Promise<void> {
  await api('/api/auth/verify-email', { body: { token } });
}
