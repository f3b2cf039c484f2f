import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { may } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';

const lifeSeconds = 60 * 60;

const signatureOf = (secret: string, value: string) =>
  createHmac('sha256', derivedKey(secret, 'tasuki preview of the site')).update(value).digest();

type PreviewDeps = Secrets &
  Pick<Dependencies, 'db' | 'clock' | 'publicUrl'> & { opening: { isOpen(): Promise<boolean> } };

/**
 * Preview of public pages before the opening, for an operator's browser: a cookie names the session and ends with it,
 * or after an hour (docs/decisions/0006).
 */
export const sitePreview = ({ db, clock, publicUrl, opening, ...secrets }: PreviewDeps) => {
  const isSecure = publicUrl.startsWith('https:');
  const name = `${isSecure ? '__Host-tasuki' : 'tasuki'}.preview`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(
    `(?:^|; *)${name.replace('.', '\\.')}=([\\w-]{1,64})\\.(\\d{1,12})\\.([\\w-]{43})(?:;|$)`,
  );

  /** Session named by a valid cookie of ours. */
  function sessionIn(cookie: string): string | undefined {
    const [, sessionId = '', until = '', signature = ''] = pattern.exec(cookie) ?? [];
    if (Number(until) * 1000 <= clock().getTime()) return undefined;
    const given = Buffer.from(signature, 'base64url');
    const isOurs = secretsOf(secrets).some((secret) => {
      const own = signatureOf(secret, `${sessionId}.${until}`);
      return given.length === own.length && timingSafeEqual(given, own);
    });
    return isOurs ? sessionId : undefined;
  }

  return {
    /** Set-Cookie header that shows this person's browser the site for an hour. */
    begin({ sessionId }: Pick<Person, 'sessionId'>): string {
      const until = Math.floor(clock().getTime() / 1000) + lifeSeconds;
      const value = `${sessionId}.${until}`;
      const [secret = ''] = secretsOf(secrets);
      const signature = signatureOf(secret, value).toString('base64url');
      return `${name}=${value}.${signature}; Max-Age=${lifeSeconds}; ${attributes}`;
    },

    /** Set-Cookie header that ends it. */
    ended: `${name}=; Max-Age=0; ${attributes}`,

    /** Whether a request with these cookies gets pages before the opening. */
    async isFor(cookie: string | undefined): Promise<boolean> {
      // Nearly all requests end here.
      if (!cookie?.includes(name)) return false;
      const sessionId = sessionIn(cookie);
      if (sessionId === undefined || (await opening.isOpen())) return false;
      const [person] = await db
        .select({ role: users.role })
        .from(authSessions)
        .innerJoin(users, eq(users.uid, authSessions.userId))
        .where(
          and(
            eq(authSessions.id, sessionId),
            gt(authSessions.expiresAt, sql`now()`),
            isNull(users.lockedAt),
          ),
        );
      return person !== undefined && may(person.role as Role, 'settings.read');
    },
  };
};
