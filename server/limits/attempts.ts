import { createHmac } from 'node:crypto';
import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { attemptBudgets } from '#server/db/schema/limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type Secrets, secretsOf } from '#server/keys/secrets.ts';
import { currentTrace } from '#server/security/request-trace.ts';

const minuteMs = 60_000;

/** What is counted, in what window, up to how often (docs/product.md, Budgets of tries). */
export const budgets = {
  'sign-in by address': { windowMs: 5 * minuteMs, limit: 25 },
  'sign-in by e-mail and address': { windowMs: 60 * minuteMs, limit: 25 },
  // Closed by anybody's guesses it would lock its owner out, so it slows (slow-down.ts).
  'sign-in by e-mail': { windowMs: 60 * minuteMs, limit: 25, slows: true },
  'sign-in by known device': { windowMs: 60 * minuteMs, limit: 25 },
  'showing oneself again': { windowMs: 60 * minuteMs, limit: 25 },
  'sign-up by address': { windowMs: 5 * minuteMs, limit: 25 },
  'telling by address': { windowMs: 5 * minuteMs, limit: 10 },
  'telling by e-mail': { windowMs: 60 * minuteMs, limit: 10 },
  'reset by address': { windowMs: 5 * minuteMs, limit: 25 },
  'reset by e-mail': { windowMs: 60 * minuteMs, limit: 3 },
  'verification by e-mail': { windowMs: 60 * minuteMs, limit: 3 },
  'changing the e-mail': { windowMs: 24 * 60 * minuteMs, limit: 5 },
  'mails of a kind': { windowMs: 24 * 60 * minuteMs, limit: 10 },
  'writing by address': { windowMs: 60 * minuteMs, limit: 10 },
  'receipt by e-mail': { windowMs: 24 * 60 * minuteMs, limit: 3 },
  'mails to the operator': { windowMs: 60 * minuteMs, limit: 60 },
  'cancelling by address': { windowMs: 60 * minuteMs, limit: 20 },
  'cancelling by number': { windowMs: 60 * minuteMs, limit: 10 },
  'applying by e-mail': { windowMs: 60 * minuteMs, limit: 5 },
  // Many people can be behind one address: an event, a mobile network.
  'applying by address': { windowMs: 60 * minuteMs, limit: 60 },
  'export of personal data': { windowMs: 60 * minuteMs, limit: 6 },
  'verifying by address': { windowMs: 60 * minuteMs, limit: 60 },
  're-issue by donor': { windowMs: 24 * 60 * minuteMs, limit: 10 },
  'reporting by address': { windowMs: 60 * minuteMs, limit: 10 },
  'pledges by donor': { windowMs: 60 * minuteMs, limit: 60 },
  'receipt as PDF': { windowMs: 60 * minuteMs, limit: 60 },
  'second factor by account': { windowMs: 60 * minuteMs, limit: 10 },
  'second factor by sign-in': { windowMs: 10 * minuteMs, limit: 5 },
} as const;
export type Budget = keyof typeof budgets;
type BudgetSize = { windowMs: number; limit: number; slows?: boolean };
/** What a budget that slows counts up to; the column is an integer. */
const countedAtMost = 1_000_000_000;

/**
 * Whether a try was within its budget; `giveBack` makes it not count, for one that succeeded. Beyond a
 * budget that slows it is allowed all the same, and `excess` says by how many tries; `by` is the one that refused.
 */
export type Try<B extends Budget = Budget> =
  | { isAllowed: true; excess: number; giveBack(): Promise<void> }
  | { isAllowed: false; by: B; retryAfterSeconds: number };

/** A window is counted in this many parts and one more, so that no window between contains too many. */
const parts = 5;

type Counting = Secrets & Pick<Dependencies, 'clock'> & { db: Database | Transaction };
/** A try of a subject, against a budget. */
export type Tried<B extends Budget = Budget> = readonly [B, subject: string];

/**
 * Budgets of tries, stored in the database, so that all processes share them. Subjects are stored hashed. In
 * a transaction, a try counts only when that is committed.
 */
export const attempts = ({ db, clock, ...secrets }: Counting) => {
  function countable<B extends Budget>([purpose, subject]: Tried<B>, nowMs: number) {
    const { windowMs, limit, slows = false }: BudgetSize = budgets[purpose];
    const partMs = windowMs / parts;
    const partStart = new Date(Math.floor(nowMs / partMs) * partMs);
    // Under an earlier SECRET the same subject has other names.
    const hashes = secretsOf(secrets).map((secret) =>
      createHmac('sha256', secret).update(`attempts ${purpose} ${subject}`).digest('base64url'),
    );
    const [subjectHash = ''] = hashes;
    const horizon = new Date(partStart.getTime() - windowMs - 1);
    const closesAt = slows ? countedAtMost : limit;
    return {
      purpose,
      subject,
      subjectHash,
      hashes,
      limit,
      closesAt,
      windowMs,
      partMs,
      partStart,
      horizon,
    };
  }
  type Countable = ReturnType<typeof countable>;

  /**
   * Counts each in its order up to the first that is beyond its budget, in one statement, so that tries at
   * once are all counted. Returns what each has come to, by its purpose; nothing of those not counted.
   */
  async function count(tries: readonly Countable[]): Promise<Map<string, number>> {
    const given = tries.map(
      ({ purpose, subjectHash, hashes, closesAt, partStart, horizon }, ord) => {
        return {
          ord,
          purpose,
          hash: subjectHash,
          hashes,
          closes_at: closesAt,
          start: partStart,
          horizon,
        };
      },
    );
    const counted = await db.execute<{ purpose: string; count: string }>(sql`
      with tries as (
        select given.*, earlier, count
        from json_to_recordset(${JSON.stringify(given)}) as given (ord int, purpose text, hash text,
          hashes text[], closes_at int, start timestamptz, horizon timestamptz)
        cross join lateral (
          select coalesce(sum(attempts), 0) as count,
            coalesce(sum(attempts) filter (where window_start < start or subject_hash <> hash), 0) as earlier
          from ${attemptBudgets} as stored
          where stored.subject_hash = any (hashes) and stored.purpose = given.purpose
            and window_start > horizon and window_start <= start
        ) as stored
      ), allowed as (
        select * from tries
        where ord < coalesce((select min(ord) from tries where count >= closes_at), ${tries.length})
      )
      insert into ${attemptBudgets} as stored (subject_hash, purpose, window_start, attempts)
      select hash, purpose, start, 1 from allowed order by ord
      on conflict (subject_hash, purpose, window_start) do update set attempts = stored.attempts + 1
        where (select stored.attempts + earlier < closes_at from allowed
          where allowed.purpose = stored.purpose)
      returning purpose, attempts + (
        select earlier from allowed where allowed.purpose = stored.purpose) as count`);
    return new Map(counted.rows.map((row) => [row.purpose, Number(row.count)]));
  }

  async function giveBack(tries: readonly Countable[]): Promise<void> {
    const rows = tries.map(({ purpose, subjectHash, partStart }) =>
      and(
        eq(attemptBudgets.purpose, purpose),
        eq(attemptBudgets.subjectHash, subjectHash),
        eq(attemptBudgets.windowStart, partStart),
      ),
    );
    await db
      .update(attemptBudgets)
      .set({ attempts: sql`greatest(${attemptBudgets.attempts} - 1, 0)` })
      .where(or(...rows));
  }

  async function secondsUntilFree(
    { purpose, hashes, horizon, windowMs, partMs }: Countable,
    nowMs: number,
  ): Promise<number> {
    const [oldest] = await db
      .select({
        start: sql<Date | null>`min(${attemptBudgets.windowStart})`.mapWith(
          attemptBudgets.windowStart,
        ),
      })
      .from(attemptBudgets)
      .where(
        and(
          inArray(attemptBudgets.subjectHash, hashes),
          eq(attemptBudgets.purpose, purpose),
          gt(attemptBudgets.windowStart, horizon),
          gt(attemptBudgets.attempts, 0),
        ),
      );
    const startMs = oldest?.start?.getTime() ?? nowMs;
    return Math.max(1, Math.ceil((startMs + windowMs + partMs - nowMs) / 1000));
  }

  return {
    /**
     * Counts a try against budgets of different purposes, in their order up to the first that it is beyond:
     * whoever is refused by one uses up none of those behind it.
     */
    async spend<B extends Budget>(...tried: readonly Tried<B>[]): Promise<Try<B>> {
      const nowMs = clock().getTime();
      const tries = tried.map((one) => countable(one, nowMs));
      const counts = await count(tries);
      const closed = tries.find(({ purpose }) => !counts.has(purpose));
      if (closed) {
        const { purpose, subject, subjectHash, windowMs } = closed;
        currentTrace()?.closed.push({ purpose, subject, subjectHash, windowMs });
        const retryAfterSeconds = await secondsUntilFree(closed, nowMs);
        return { isAllowed: false, by: purpose, retryAfterSeconds };
      }
      const excesses = tries.map(({ purpose, limit }) => (counts.get(purpose) ?? 0) - limit);
      return {
        isAllowed: true,
        excess: Math.max(0, ...excesses),
        giveBack: () => giveBack(tries),
      };
    },
  };
};
export type Attempts = ReturnType<typeof attempts>;
