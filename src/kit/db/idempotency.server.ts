import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { refuse } from '#kit/errors/refusal.ts';
import { type Database, type Transaction, transaction } from './database.server.ts';
import { idempotencyKeys } from './idempotency-tables.server.ts';

/** A request that may be a retry: `actor` is the uid or "0", `key` the caller's idempotency key, `body` the payload. */
export type Attempt = { actor: string; key: string | undefined; route: string; body: unknown };

/** JSON with sorted keys, so that the order of fields does not make a different body. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const hashOf = (body: unknown) => createHash('sha256').update(canonical(body)).digest('base64url');

const otherBody = () =>
  refuse(
    'Conflict',
    '同じ受付番号で別の内容が送られました。画面を読み込み直してから、もう一度お試しください。',
  );

/**
 * Earlier outcome of the same key and body; undefined if there is none. Refuses a different body. Saves costly
 * preparation before the transaction; only withIdempotencyKey serialises concurrent attempts.
 */
export async function earlierOutcome<T>(
  db: Database | Transaction,
  { actor, key, route, body }: Attempt,
): Promise<T | undefined> {
  if (key === undefined) return undefined;
  const [kept] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)));
  if (!kept) return undefined;
  if (kept.bodyHash !== hashOf(body) || kept.route !== route) {
    throw otherBody();
  }
  return kept.response as T;
}

/**
 * Runs `work` in one transaction and stores its outcome under the attempt's key: a replay of key and body returns it
 * without running; a different body is refused (Conflict). A failed attempt stores nothing and can be retried
 * (docs/product.md, Life of an application).
 */
export async function withIdempotencyKey<T>(
  db: Database,
  attempt: Attempt,
  now: Date,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { actor, key, route } = attempt;
  if (key === undefined) return transaction(db, work);
  return transaction(db, async (tx) => {
    const mine = await tx
      .insert(idempotencyKeys)
      .values({
        actor,
        key,
        route,
        bodyHash: hashOf(attempt.body),
        status: 0,
        response: {},
        createdAt: now,
      })
      // A concurrent attempt waits here for the first one's commit, then finds its row.
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (mine.length === 0) {
      const earlier = await earlierOutcome<T>(tx, attempt);
      if (earlier === undefined) throw otherBody();
      return earlier;
    }
    const response = await work(tx);
    await tx
      .update(idempotencyKeys)
      .set({ status: 200, response: response as object })
      .where(and(eq(idempotencyKeys.actor, actor), eq(idempotencyKeys.key, key)));
    return response;
  });
}
