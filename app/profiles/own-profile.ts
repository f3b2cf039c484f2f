import { apiResponse } from '#app/session/api.ts';
import type { Profile, ProfileDraft } from '#domain/accounts/account.ts';

const path = '/api/users/profile';

/** The donor's profile with the version that an edit of it names. */
export type VersionedProfile = { profile: Profile; etag: string };

export async function loadProfile(): Promise<VersionedProfile> {
  return versioned(await apiResponse(path));
}

/** Sends an edit of the version that was shown; a stale one is refused with Conflict. */
export async function saveProfile(draft: ProfileDraft, ifMatch: string): Promise<VersionedProfile> {
  return versioned(await apiResponse(path, { body: draft, ifMatch }));
}

async function versioned(response: Response): Promise<VersionedProfile> {
  const profile = (await response.json()) as Profile;
  return { profile, etag: response.headers.get('etag') ?? '' };
}

/** The part of a profile that is typed; pictures are sent by themselves. */
export function draftOf({ name, text, birth, gender, snsAccounts }: Profile): ProfileDraft {
  const { instagram, facebook, twitter } = snsAccounts;
  return { name, text, birth, gender, snsAccounts: { instagram, facebook, twitter } };
}
