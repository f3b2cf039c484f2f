import type { Donation } from '#giving/donations/donation.ts';
import type { OwnPledge } from '#giving/pledges/pledge.ts';
import { accessToken, claimsOf, forgetToken } from '#kit/client/access-token.ts';
import { api } from '#kit/client/api.ts';
import { holdFormsFor, isFormOpen, releaseForms } from '#kit/forms/held-values.ts';
import { clearDrafts } from '#kit/forms/use-draft.ts';
import type { Role } from '#kit/permissions/roles.ts';
import type { Account, Profile } from '#people/accounts/account.ts';
import { clearCurrentAppraisal } from './current-appraisal.ts';
import { forgetLastApplication } from './last-application.ts';
import { SignedOutNotice } from './signed-out-notice.tsx';

export { forgetToken, isFormOpen, releaseForms, SignedOutNotice };

/**
 * The signed-in person with their data; only the uid before the registration is finished, and no account while a
 * second factor must be set up first; undefined for a visitor. Throws the API's errors.
 */
export async function loadPerson() {
  const token = await accessToken();
  if (token === undefined) return undefined;
  const claims = claimsOf(token) as { sub: string; role?: Role; lacksSecondFactor?: boolean };
  const { sub: uid, role, lacksSecondFactor = false } = claims;
  // Signed in at the auth provider only: there is no user record yet.
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

/** After a sign-out in another tab: keeps the form that is open here; drafts are deleted already. */
export function endSession(uid: string): void {
  forgetToken({ ended: true });
  clearCurrentAppraisal();
  forgetLastApplication();
  holdFormsFor(uid);
}

/** Deletes a person's data in this browser at sign-out: drafts, and the application just sent. */
export function clearStoredData(): void {
  forgetToken();
  clearDrafts();
  clearCurrentAppraisal();
  forgetLastApplication();
}
