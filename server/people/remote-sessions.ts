import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { endSessionsOf } from '#server/auth/tokens/sessions.ts';
import type { Transaction } from '#server/db/database.ts';
import { authSessions } from '#server/db/schema/auth.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { noteEvent } from '#server/security/events.ts';

export const ownSessionsMessage =
  'ご自身のログインは、アカウント設定の「ログイン中の端末」で終えられます。';

/** In how many browsers the person of a uid is signed in. */
export const openSessions = (uid: SQL): SQL<number> =>
  sql<number>`(select count(*)::int from ${authSessions}
    where ${and(eq(authSessions.userId, uid), gt(authSessions.expiresAt, sql`now()`))})`;

/** Ends all sessions of somebody else; whoever calls has made sure that they may, and forgets what is cached. */
export async function endSessionsFromAfar(
  tx: Transaction,
  actor: Person,
  uid: string,
  dependencies: Pick<Dependencies, 'clock' | 'secret'>,
): Promise<void> {
  await endSessionsOf(tx, uid);
  const subject = { subjectType: 'user', subjectId: uid, at: dependencies.clock() };
  await writeAudit(tx, { actor, action: 'sessions.end', ...subject });
  const event = { kind: 'session', outcome: 'done', who: { uid } } as const;
  await noteEvent(tx, { ...event, details: { way: 'remote' } }, dependencies);
}
