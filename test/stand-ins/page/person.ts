import { act } from 'react';
import { onTestFinished } from 'vitest';
import { forgetToken } from '#kit/client/access-token.ts';
import { setSessionFlag } from '#kit/client/session-flag.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { reloadSession } from '#people/session/session.ts';
import type { ApiServer } from './api-server.ts';
import { quiet } from './quiet.ts';

export type Person = { uid?: string; role?: Role; account?: object; profile?: object };

/** An unsigned token; the browser does not verify it. */
const tokenOf = (claims: object) => `x.${btoa(JSON.stringify(claims))}.test`;

/** Signs a person in on the open tab, until the test ends. */
export async function signIn(
  server: ApiServer,
  { uid = 'hana', role = 'donor', account = {}, profile = {} }: Person = {},
): Promise<void> {
  server.know('GET /api/auth/token', { token: tokenOf({ sub: uid, role, iat: 0, exp: 3600 }) });
  server.know('GET /api/users/account', { uid, ...account });
  server.know('GET /api/users/profile', profile);
  server.know('GET /api/users/donations', []);
  server.know('GET /api/users/my-pledges', []);
  forgetToken();
  setSessionFlag(true);
  onTestFinished(signOutHere);
  await act(async () => reloadSession());
  await quiet();
}

async function endSession(): Promise<void> {
  forgetToken();
  setSessionFlag(false);
  await reloadSession();
}

/** Ends the session like a sign-out in another tab, without asking the server. */
export async function signOutHere(): Promise<void> {
  await act(endSession);
  await quiet();
}
