import { createHmac, randomUUID } from 'node:crypto';
import type { Role } from '#domain/auth/roles.ts';
import { noteShown } from '#server/auth/second-factor/shown.ts';
import { transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { authSessions, authUsers } from '#server/db/schema/auth.ts';
import { giveTotp } from './factories/second-factor.ts';
import { type TestApp, testSecret } from './test-app.ts';

/**
 * Makes people who are signed in: the row of the auth provider, the account, a session, and a token
 * fetched by the session's cookie, as a browser does. Operators and staff have the second factor that they
 * must have. Returns the headers of their requests.
 */
export function signedIn({ app, db }: Pick<TestApp, 'app' | 'db'>) {
  return async (uid: string, role: Role = 'donor') => {
    const email = `${uid.toLowerCase()}@tasuki.example`;
    await db.insert(authUsers).values({ id: uid, name: '', email });
    await db.insert(users).values({ uid, role, email });
    if (role !== 'donor') await giveTotp({ db }, uid);
    return headersOfSession({ app, db }, uid, role !== 'donor');
  };
}

/**
 * Opens another session of a person and returns the headers of its requests. With `hasShown` the second factor counts
 * as shown for good, however far a test moves its clock.
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
    const now = new Date('2100-01-01T00:00:00Z');
    await transaction(db, (tx) => noteShown(tx, { uid, sessionId: id, now }));
  }
  const signature = createHmac('sha256', testSecret).update(token).digest('base64');
  const cookie = `tasuki.session=${encodeURIComponent(`${token}.${signature}`)}`;
  const renewed = await app.inject({ url: '/api/auth/token', headers: { cookie } });
  if (renewed.statusCode !== 200) throw new Error(`no token: ${renewed.body}`);
  return { authorization: `Bearer ${renewed.json().token}` };
}
