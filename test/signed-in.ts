import { createHmac, randomUUID } from 'node:crypto';
import { transaction } from '#kit/db/database.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { recordShown } from '#people/sign-in/second-factor/shown.server.ts';
import { noteProof } from '#people/sign-in/services/identities.server.ts';
import { authSessions, authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { giveTotp } from './factories/second-factor.ts';
import { type TestApp, testSecret } from './test-app.ts';

/** Old enough to decide: new deciders may not (docs/decisions/0014). */
const established = { createdAt: new Date('2026-01-05T00:00:00Z') };

/**
 * Creates signed-in people: the auth provider's row, the account, a session, and a token fetched
 * with the session's cookie, as a browser does. Operators and staff get the required second factor.
 * Returns their request headers.
 */
export function signedIn({ app, db }: Pick<TestApp, 'app' | 'db'>) {
  return async (uid: string, role: Role = 'donor') => {
    const email = `${uid.toLowerCase()}@tasuki.example`;
    await db.insert(authUsers).values({ id: uid, name: '', email });
    await db.insert(users).values({ uid, role, email, ...(role !== 'donor' && established) });
    if (role !== 'donor') await giveTotp({ db }, uid);
    return headersOfSession({ app, db }, uid, role !== 'donor');
  };
}

/**
 * Opens another session of a person and returns its request headers. With `hasShown` it counts as
 * re-authenticated, by second factor or provider, permanently, however far a test moves its clock.
 */
export async function headersOfSession(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  uid: string,
  hasShown = false,
) {
  const token = randomUUID();
  const id = randomUUID();
  await db.insert(authSessions).values({
    id,
    token,
    userId: uid,
    expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000),
  });
  if (hasShown) {
    const shown = { uid, sessionId: id, now: new Date('2100-01-01T00:00:00Z') };
    await transaction(db, async (tx) => {
      await recordShown(tx, shown);
      await noteProof(tx, shown);
    });
  }
  const signature = createHmac('sha256', testSecret).update(token).digest('base64');
  const cookie = `tasuki.session=${encodeURIComponent(`${token}.${signature}`)}`;
  const renewed = await app.inject({ url: '/api/auth/token', headers: { cookie } });
  if (renewed.statusCode !== 200) throw new Error(`no token: ${renewed.body}`);
  return { authorization: `Bearer ${renewed.json().token}` };
}
