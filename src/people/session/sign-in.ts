import { forgetToken } from '#kit/client/access-token.ts';
import { api } from '#kit/client/api.ts';
import { setSessionFlag } from '#kit/client/session-flag.ts';
import type { Account } from '#people/accounts/account.ts';
import type {
  EmailChange,
  Erasure,
  PasswordChange,
  SignedIn,
  SignIn,
  SignUp,
} from '#people/sign-in/sign-in.ts';
import type { ServiceSignUp } from '#people/sign-in/sign-in-service.ts';
import { reloadSession, storeAccount } from './session.ts';
import { noteSignOut } from './sign-out-due.ts';

// API calls to the auth provider; its cookie keeps the person signed in.

/** Creates the sign-up of a registration; the user record follows (registration.ts). */
export async function signUp(body: SignUp): Promise<SignedIn> {
  const answer = await api<SignedIn>('/api/auth/sign-up/email', { body, isAnonymous: true });
  takeSession();
  return answer;
}

/** The same after signing in at a service, which replaces the password. */
export async function signUpByService(body: ServiceSignUp): Promise<SignedIn> {
  const answer = await api<SignedIn>('/api/auth/sign-up/service', { body, isAnonymous: true });
  takeSession();
  return answer;
}

/** Signs in; with `twoFactor` in the response the second step is still due. */
export async function signIn(body: SignIn): Promise<SignedIn> {
  const answer = await api<SignedIn>('/api/auth/sign-in/email', { body, isAnonymous: true });
  if (!answer.twoFactor) await enter();
  return answer;
}

/** The browser has the cookie of a new session. */
function takeSession() {
  noteSignOut(false);
  forgetToken();
  setSessionFlag(true);
}

/** Continues with the current cookie's session, in this tab and, by the session flag, in others. */
export async function enter(): Promise<void> {
  takeSession();
  await reloadSession();
}

/** Re-authenticates and requests the new e-mail, which takes effect once its link is opened (verifyEmail). */
export async function updateEmail(body: EmailChange): Promise<void> {
  await api('/api/auth/change-email', { body });
}

/** Cancels a pending change of the e-mail. */
export async function cancelEmailChange(): Promise<void> {
  await api('/api/auth/cancel-email-change', { method: 'POST' });
}

/** Re-authenticates with the old password and sets the new one. */
export async function updatePassword(body: PasswordChange): Promise<void> {
  await api('/api/auth/change-password', { body });
  await enter();
}

/** Closes the account of a re-authenticated person, which ends the session. */
export async function eraseAccount(body: Erasure): Promise<void> {
  await api('/api/users/erase', { body });
}

/** Deletes a sign-up whose registration failed. */
export async function deleteSignUp(): Promise<void> {
  await api('/api/auth/delete-user', { method: 'POST' });
  forgetToken();
  setSessionFlag(false);
}

/** Requests the mail for a forgotten password; the response is always the same. */
export async function sendReset(email: string): Promise<void> {
  await api('/api/auth/request-password-reset', { body: { email }, isAnonymous: true });
}

/** Sets a new password with the token of that mail. */
export async function resetPassword(body: { token: string; newPassword: string }): Promise<void> {
  await api('/api/auth/reset-password', { body, isAnonymous: true });
}

/** Undoes a change of the e-mail by the link mailed to the old address. */
export async function undoEmailChange(token: string): Promise<void> {
  await api('/api/auth/undo-email-change', { body: { token }, isAnonymous: true });
}

/** Mails the signed-in person the link that verifies their e-mail. */
export async function sendVerification(): Promise<void> {
  await api('/api/auth/send-verification-email', { method: 'POST' });
}

/**
 * Verifies an e-mail by the mailed link: the current one, or a new one that then replaces it; copies it to the user
 * record and to the session here.
 */
export async function verifyEmail(token: string): Promise<void> {
  await api('/api/auth/verify-email', { body: { token } });
  // The other sessions have ended; this one continues with a new token.
  takeSession();
  try {
    storeAccount(await api<Account>('/api/users/account/email/update', { method: 'POST' }));
  } catch (error) {
    // The e-mail is verified already, so no error may be shown.
    console.warn('the e-mail was not answered:', error);
    await reloadSession();
  }
}
