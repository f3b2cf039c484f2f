import { apiResponse } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import type { Profile, ProfileDraft } from '#people/accounts/account.ts';

const path = addressOf('GET /api/users/profile');

/** The donor's profile with the version that an edit must send. */
export type VersionedProfile = { profile: Profile; etag: string };

export async function loadProfile(): Promise<VersionedProfile> {
  return versioned(await apiResponse(path));
}

/** Sends an edit of the shown version; the server refuses a stale one with Conflict. */
export async function saveProfile(draft: ProfileDraft, ifMatch: string): Promise<VersionedProfile> {
  return versioned(await apiResponse(path, { body: draft, ifMatch }));
}

async function versioned(response: Response): Promise<VersionedProfile> {
  const profile = (await response.json()) as Profile;
  return { profile, etag: response.headers.get('etag') ?? '' };
}

/** The typed part of a profile; pictures are sent separately. */
export function draftOf({ name, text, birth, gender, snsAccounts }: Profile): ProfileDraft {
  const { instagram, facebook, twitter } = snsAccounts;
  return { name, text, birth, gender, snsAccounts: { instagram, facebook, twitter } };
}
