import { useOutletContext } from 'react-router';
import { api, apiResponse } from '#kit/client/api.ts';
import type { SignInMethods } from '#people/sign-in/own-sign-in.ts';
import type { Account } from './account.ts';

/** An account with the version that an edit must send, so that the server detects a concurrent change. */
export type VersionedAccount = { account: Account; etag: string };

/** Data of the account's pages, as loaded when they were opened. */
export type AccountFacts = VersionedAccount & { methods: SignInMethods };

/** Context that the account section provides to its pages. */
export type OwnAccount = AccountFacts & {
  change(facts: AccountFacts): void;
  /** Reloads the facts without leaving the page; a failure shows the error page. */
  refresh(): Promise<void>;
};

/** The account of the signed-in person, on the pages of the account section. */
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

/** Sends an edit of the version that was shown; the server refuses a stale one with Conflict. */
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
