import { useOutletContext } from 'react-router';
import { api, apiResponse } from '#app/session/api.ts';
import type { Account } from '#domain/accounts/account.ts';
import type { SignInMethods } from '#domain/auth/own-sign-in.ts';

/** An account with its version, which an edit names: what somebody else changed meanwhile is seen. */
export type VersionedAccount = { account: Account; etag: string };

/** What the account's screens show, as it was when they were opened. */
export type AccountFacts = VersionedAccount & { methods: SignInMethods };

/** What the room of the account hands to the screens in it. */
export type OwnAccount = AccountFacts & {
  /** Shows these facts from now on. */
  change(facts: AccountFacts): void;
  /** Asks for the facts anew, without leaving the screen. */
  refresh(): Promise<void>;
};

/** The account of whoever is signed in, on the screens of its room. */
export const useOwnAccount = (): OwnAccount => useOutletContext<OwnAccount>();

export async function loadAccount(): Promise<VersionedAccount> {
  return versioned(await apiResponse('/api/users/account'));
}

export async function loadAccountFacts(): Promise<AccountFacts> {
  const [account, methods] = await Promise.all([
    loadAccount(),
    api<SignInMethods>('/api/users/sign-in-methods'),
  ]);
  return { ...account, methods };
}

/** Sends an edit of the version that was shown; a stale one is refused with Conflict. */
export async function sendEdit(
  path: string,
  body: unknown,
  ifMatch: string,
): Promise<VersionedAccount> {
  return versioned(await apiResponse(path, { body, ifMatch }));
}

async function versioned(response: Response): Promise<VersionedAccount> {
  const account = (await response.json()) as Account;
  return { account, etag: response.headers.get('etag') ?? '' };
}
