import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { endSessionsOf } from '#people/sign-in/tokens/sessions.server.ts';

export const ownSessionsMessage =
  'ご自身のログインは、アカウント設定の「ログイン中の端末」で終えられます。';

/** Number of a person's open sessions. */
export const openSessions = (uid: SQL): SQL<number> =>
  sql<number>`(select count(*)::int from ${authSessions}
    where ${and(eq(authSessions.userId, uid), gt(authSessions.expiresAt, sql`now()`))})`;

/** Ends another person's sessions. The caller checks the permission and drops cached sessions. */
export async function endSessionsOfOther(
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
