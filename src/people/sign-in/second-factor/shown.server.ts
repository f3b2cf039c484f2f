import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { authVerifications } from '#people/sign-in/sign-in-tables.server.ts';
import { secondFactorsOf } from './factors.server.ts';

/** Time for which a shown second factor counts in its session. */
const shownForMs = 10 * 60_000;
const showFirstMessage = 'ご本人の確認のため、2段階認証をお願いします。';

const identifierOf = (sessionId: string) => `second-factor:${sessionId}`;

/** A session and its person. */
type Holder = { uid: string; sessionId: string };

/** Records that the person of a session has just shown their second factor. */
export async function recordShown(
  tx: Transaction,
  { uid, sessionId, now }: Holder & { now: Date },
): Promise<void> {
  await tx.insert(authVerifications).values({
    id: randomUUID(),
    identifier: identifierOf(sessionId),
    // Starts with the uid, like the values of mailed links.
    value: `${uid} ${sessionId}`,
    expiresAt: new Date(now.getTime() + shownForMs),
    createdAt: now,
    updatedAt: now,
  });
}

/** Whether it was shown within the last ten minutes. */
export async function isShown(
  db: Database | Transaction,
  { uid, sessionId }: Holder,
  now: Date,
): Promise<boolean> {
  const [shown] = await db
    .select({ id: authVerifications.id })
    .from(authVerifications)
    .where(
      and(
        eq(authVerifications.identifier, identifierOf(sessionId)),
        eq(authVerifications.value, `${uid} ${sessionId}`),
        gt(authVerifications.expiresAt, now),
      ),
    )
    .limit(1);
  return shown !== undefined;
}

/** Refuses a person with a second factor not shown recently in this session. */
export async function requireShown(db: Database, holder: Holder, now: Date): Promise<void> {
  if ((await secondFactorsOf(db, holder.uid)).length === 0) return;
  if (await isShown(db, holder, now)) return;
  throw refuse('Forbidden', showFirstMessage, { template: 'show-second-factor' });
}
