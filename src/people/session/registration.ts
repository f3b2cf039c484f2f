import { api } from '#kit/client/api.ts';
import { refusalOf } from '#kit/errors/refusal.ts';
import type { Registration } from '#people/accounts/account.ts';
import type { SignUp } from '#people/sign-in/sign-in.ts';
import type { ServiceSignUp } from '#people/sign-in/sign-in-service.ts';
import { type Claim, clearCurrentAppraisal } from './current-appraisal.ts';
import { reloadSession } from './session.ts';
import { deleteSignUp, enter, signUp, signUpByService } from './sign-in.ts';

/** With a password, or by the service of the sign-in. */
export type Credentials = SignUp | ServiceSignUp;

/**
 * Registers: first the sign-up at the auth provider, then the user record. If the second fails, the sign-up is
 * deleted, so that the person can retry; rethrows the error.
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
 * Deletes the sign-up. The server refuses once a record exists for it: its Conflict means that the record was created
 * and only the response was lost.
 */
async function wasMadeAfterAll(): Promise<boolean> {
  try {
    await deleteSignUp();
  } catch (failure) {
    if (refusalOf(failure)?.type === 'Conflict') return true;
    // No response: the sign-up can be completed by signing in, or expires.
    console.warn('the sign-up could not be taken back:', failure);
  }
  return false;
}

/** Registration with the person's names (POST /api/users). */
export function registerWithNames(credentials: Credentials, names: Registration, key: string) {
  return register(credentials, () => api('/api/users', { body: names, idempotencyKey: key }));
}

/** Registration from an application, whose applicant's data the account takes over. */
export async function registerFromApplication(
  credentials: Credentials,
  claim: Claim,
  key: string,
): Promise<void> {
  await register(credentials, () => sendClaim(claim, key));
  clearCurrentAppraisal();
}

/** Adds a guest's application to the signed-in account; refused while its e-mail is not verified. */
export async function claimApplication(claim: Claim, key: string): Promise<void> {
  await sendClaim(claim, key);
  clearCurrentAppraisal();
  await reloadSession();
}

const sendClaim = ({ appraisalId, claimToken }: Claim, key: string) =>
  api('/api/users/createByAppraisalId', { body: { appraisalId, claimToken }, idempotencyKey: key });
