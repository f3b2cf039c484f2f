import { holdFormsFor, isFormOpen, releaseForms } from '#app/forms/held-values.ts';
import { clearDrafts } from '#app/forms/use-draft.ts';
import type { Account, Profile } from '#domain/accounts/account.ts';
import type { Role } from '#domain/auth/roles.ts';
import type { Donation } from '#domain/donations/donation.ts';
import type { OwnPledge } from '#domain/pledges/pledge.ts';
import { accessToken, claimsOf, forgetToken } from './access-token.ts';
import { api } from './api.ts';
import { clearCurrentAppraisal } from './current-appraisal.ts';
import { forgetLastApplication } from './last-application.ts';
import { SignedOutNotice } from './signed-out-notice.tsx';

export { forgetToken, isFormOpen, releaseForms, SignedOutNotice };

/**
 * The signed-in person with their data; only the uid when the registration is not finished, and
 * nothing of the account where a second factor has to be set up first; undefined for a visitor. Throws what the API throws.
 */
export async function loadPerson() {
  const token = await accessToken();
  if (token === undefined) return undefined;
  const claims = claimsOf(token) as { sub: string; role?: Role; lacksSecondFactor?: boolean };
  const { sub: uid, role, lacksSecondFactor = false } = claims;
  // Signed in at the auth provider only: the product has no record of them yet.
  if (role === undefined) return { uid };
  if (lacksSecondFactor) return { uid, role, lacksSecondFactor };
  const [account, profile, donations, pledges] = await Promise.all([
    api<Account>('/api/users/account'),
    api<Profile>('/api/users/profile'),
    api<Donation[]>('/api/users/donations'),
    api<OwnPledge[]>('/api/users/my-pledges'),
  ]);
  return { uid, role, account, profile, donations, pledges };
}

/** Another tab signed out while a form is open here, which stays as it is; drafts are gone already. */
export function endSession(uid: string): void {
  forgetToken({ ended: true });
  clearCurrentAppraisal();
  forgetLastApplication();
  holdFormsFor(uid);
}

/**
 * Deletes what this browser stores of a person who signs out: drafts, the application just made.
 */
export function clearStoredData(): void {
  forgetToken();
  clearDrafts();
  clearCurrentAppraisal();
  forgetLastApplication();
}
