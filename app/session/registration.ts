import type { Registration } from '#domain/accounts/account.ts';
import type { SignUp } from '#domain/auth/sign-in.ts';
import type { ServiceSignUp } from '#domain/auth/sign-in-service.ts';
import { refusalOf } from '#domain/errors/refusal.ts';
import { api } from './api.ts';
import { type CurrentAppraisal, clearCurrentAppraisal } from './current-appraisal.ts';
import { deleteSignUp, enter, signUp, signUpByService } from './sign-in.ts';

/** With a password, or by the service that one has signed in at. */
export type Credentials = SignUp | ServiceSignUp;

/**
 * Registers: the sign-in is made at the auth provider, then the product's own record. When the second
 * fails, the first is taken back, so that the person can try again; the error is thrown on.
 */
async function register(
  credentials: Credentials,
  makeRecord: () => Promise<unknown>,
): Promise<void> {
  if ('password' in credentials) await signUp(credentials);
  else await signUpByService(credentials);
  try {
    await makeRecord();
  } catch (error) {
    if (!(await wasMadeAfterAll())) throw error;
  }
  await enter();
}

/**
 * Takes the sign-up back. The server does so only while no record stands on it: its Conflict says that
 * the record was made and merely the answer was lost.
 */
async function wasMadeAfterAll(): Promise<boolean> {
  try {
    await deleteSignUp();
  } catch (failure) {
    if (refusalOf(failure)?.type === 'Conflict') return true;
    // No answer: what is left of the sign-up is finished by signing in, or given up after a while.
    console.warn('the sign-up could not be taken back:', failure);
  }
  return false;
}

/** Registration with names of one's own (POST /api/users). */
export function registerWithNames(credentials: Credentials, names: Registration, key: string) {
  return register(credentials, () => api('/api/users', { body: names, idempotencyKey: key }));
}

/** Registration from an application, whose applicant becomes the account. */
export async function registerFromApplication(
  credentials: Credentials,
  { appraisalId, claimToken }: CurrentAppraisal,
  key: string,
): Promise<void> {
  const body = { appraisalId, claimToken };
  await register(credentials, () =>
    api('/api/users/createByAppraisalId', { body, idempotencyKey: key }),
  );
  clearCurrentAppraisal();
}
