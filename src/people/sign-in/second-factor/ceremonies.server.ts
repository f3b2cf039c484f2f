import { createHash } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import { passkeys } from '#people/sign-in/second-factor-tables.server.ts';
import { sealedCookie } from '#people/sign-in/services/sealed-cookie.server.ts';
import { authVerifications } from '#people/sign-in/sign-in-tables.server.ts';
import { webauthn } from './webauthn.server.ts';

const lifeSeconds = 5 * 60;

/** A passkey ceremony in progress, and its person. */
const UnderWay = z.union([
  z.object({ kind: z.literal('sign-in'), challenge: z.string() }),
  z.object({
    kind: z.enum(['show', 'register']),
    challenge: z.string(),
    uid: z.string(),
    sessionId: z.string(),
    userHandle: z.string().optional(),
  }),
]);
export type UnderWay = z.infer<typeof UnderWay>;

type Passkey = typeof passkeys.$inferSelect;

export const passkeysOf = (db: Database | Transaction, uid: string): Promise<Passkey[]> =>
  db.select().from(passkeys).where(eq(passkeys.uid, uid));

/**
 * Passkey ceremonies: single-use challenges kept in an encrypted cookie for five minutes, so that nothing is stored for
 * visitors.
 */
export const ceremonies = (dependencies: AuthDependencies) => {
  const { db, clock } = dependencies;
  const cookie = sealedCookie('tasuki.passkey', dependencies);
  const protocol = webauthn(dependencies);

  return {
    cleared: cookie.cleared,
    keep: (underWay: UnderWay) => cookie.seal(underWay, lifeSeconds),
    underWay: (caller: Caller) => cookie.open(caller.cookie, UnderWay),

    /** Consumes a challenge. Of two concurrent calls one gets true. */
    async useUp(tx: Transaction, uid: string, challenge: string): Promise<boolean> {
      const now = clock();
      const hash = createHash('sha256').update(challenge).digest('base64url');
      const used = await tx
        .insert(authVerifications)
        .values({
          id: `passkey:${hash}`,
          identifier: 'passkey',
          value: `${uid} passkey`,
          expiresAt: new Date(now.getTime() + 2 * lifeSeconds * 1000),
          createdAt: now,
          updatedAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: authVerifications.id });
      return used.length > 0;
    },

    /**
     * Passkey that signed a challenge; undefined if none of ours did. `use` records its use, and returns false if its
     * counter did not advance meanwhile.
     */
    async signedBy(answer: { id: string }, challenge: string) {
      const [passkey] = await db.select().from(passkeys).where(eq(passkeys.id, answer.id));
      const signed = passkey && (await protocol.signed(answer, passkey, challenge));
      if (!passkey || !signed) return undefined;
      const { id, uid } = passkey;
      const { counter, isBackedUp } = signed;
      const goesOn = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
      return {
        uid,
        use: async (tx: Transaction): Promise<boolean> => {
          const used = await tx
            .update(passkeys)
            .set({ counter, isBackedUp, lastUsedAt: clock() })
            .where(and(eq(passkeys.id, id), goesOn))
            .returning({ id: passkeys.id });
          return used.length > 0;
        },
      };
    },
  };
};
