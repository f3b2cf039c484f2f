import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { noteRetraction } from '#people/retractions/retractions.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { endSessionsOf } from '#people/sign-in/tokens/sessions.server.ts';
import { memberOf, notOfStaff } from './whose.server.ts';

/** Locks an account: no further sign-ins, and all sessions end. False if locked already. */
export async function lockAccount(tx: Transaction, uid: string, at: Date): Promise<boolean> {
  const locked = await tx
    .update(users)
    .set({ lockedAt: at })
    .where(and(eq(users.uid, uid), isNull(users.lockedAt)))
    .returning({ uid: users.uid });
  await endSessionsOf(tx, uid);
  return locked.length > 0;
}

/** Unlocks an account. False if it is not locked. */
export async function unlockAccount(tx: Transaction, uid: string): Promise<boolean> {
  const unlocked = await tx
    .update(users)
    .set({ lockedAt: null })
    .where(and(eq(users.uid, uid), isNotNull(users.lockedAt)))
    .returning({ uid: users.uid });
  return unlocked.length > 0;
}

type LocksDeps = Pick<Dependencies, 'db' | 'clock' | 'secret'> & {
  /** Drops a person's cached sessions (auth). */
  forget: (uid: string) => void;
};

/** Locks on donors' accounts, with a reason. */
export const locks = ({ forget, ...dependencies }: LocksDeps) => ({
  /** Locks or unlocks an account; refuses if another operator has already done so. */
  async setLock(
    operator: Person,
    id: string,
    { isLocked, reason }: { isLocked: boolean; reason: string },
  ): Promise<void> {
    const { db, clock } = dependencies;
    const uid = await transaction(db, async (tx) => {
      const { uid, role } = await memberOf(tx, id);
      if (role !== 'donor') throw notOfStaff();
      const at = clock();
      const isDone = isLocked ? await lockAccount(tx, uid, at) : await unlockAccount(tx, uid);
      if (!isDone) throw stale();
      await audit(tx, operator, isLocked ? 'donors.lock' : 'donors.unlock', ['user', uid], {
        at,
        reason,
      });
      if (isLocked) await noteRetraction(tx, dependencies, { kind: 'lock', subject: [uid] }, at);
      const details = { way: isLocked ? 'lock' : 'unlock' };
      const event = { kind: 'session', outcome: 'done', who: { uid } } as const;
      if (isLocked) await noteEvent(tx, { ...event, details }, dependencies);
      return uid;
    });
    forget(uid);
  },
});
