import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { CookieHeader } from '#people/sign-in/provider.server.ts';
import { authVerifications } from '#people/sign-in/sign-in-tables.server.ts';

const lifeSeconds = 10 * 60;

/** A sign-in after its first step, without a session until the second. */
export type WaitingSignIn = { id: string; uid: string; isRemembered: boolean };

const identifierOf = (token: string) =>
  `second-step:${createHash('sha256').update(token).digest('base64url')}`;

/**
 * Sign-ins pending their second step. The browser stores a random token of 256 bits, the database its hash. A pending
 * sign-in ends when completed, after too many wrong codes, and with the person's sessions.
 */
export const waitingSignIns = ({
  db,
  clock,
  publicUrl,
}: Pick<Dependencies, 'db' | 'clock' | 'publicUrl'>) => {
  const isSecure = publicUrl.startsWith('https:');
  const name = `${isSecure ? '__Host-tasuki' : 'tasuki'}.second-step`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  const tokenIn = (cookie: CookieHeader) =>
    new RegExp(`(?:^|; *)${name.replace('.', '\\.')}=([\\w-]{43})(?:;|$)`).exec(cookie ?? '')?.[1];

  return {
    /** Set-Cookie header that removes the token. */
    cleared: `${name}=; Max-Age=0; ${attributes}`,

    isIn: (cookie: CookieHeader): boolean => tokenIn(cookie) !== undefined,

    /** Creates a pending sign-in; returns the Set-Cookie header of its token. */
    async begin(
      tx: Transaction,
      { uid, isRemembered }: Pick<WaitingSignIn, 'uid' | 'isRemembered'>,
    ): Promise<string> {
      const token = randomBytes(32).toString('base64url');
      const now = clock();
      await tx.insert(authVerifications).values({
        id: randomUUID(),
        identifier: identifierOf(token),
        value: `${uid} ${isRemembered ? 'remembered' : 'until closed'}`,
        expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
        createdAt: now,
        updatedAt: now,
      });
      return `${name}=${token}; Max-Age=${lifeSeconds}; ${attributes}`;
    },

    /** Pending sign-in of this browser. */
    async find(cookie: CookieHeader): Promise<WaitingSignIn | undefined> {
      const token = tokenIn(cookie);
      if (token === undefined) return undefined;
      const [row] = await db
        .select({ id: authVerifications.id, value: authVerifications.value })
        .from(authVerifications)
        .where(
          and(
            eq(authVerifications.identifier, identifierOf(token)),
            gt(authVerifications.expiresAt, clock()),
          ),
        );
      const [uid = '', kind] = row?.value.split(' ', 2) ?? [];
      return row && { id: row.id, uid, isRemembered: kind === 'remembered' };
    },

    /** Consumes the pending sign-in. Of two concurrent calls one gets true. */
    async end(tx: Transaction, { id }: Pick<WaitingSignIn, 'id'>): Promise<boolean> {
      const ended = await tx
        .delete(authVerifications)
        .where(eq(authVerifications.id, id))
        .returning({ id: authVerifications.id });
      return ended.length > 0;
    },
  };
};
