import { createHmac } from 'node:crypto';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { currentTrace } from '#people/security/request-trace.server.ts';
import { attemptBudgets } from './limit-tables.server.ts';

const minuteMs = 60_000;

/** Limits by purpose: window and number of tries (docs/product.md, Budgets of tries). */
export const budgets = {
  'sign-in by address': { windowMs: 5 * minuteMs, limit: 25 },
  'sign-in by e-mail and address': { windowMs: 60 * minuteMs, limit: 25 },
  // Blocking would let anyone lock the owner out by guessing, so it slows instead (slow-down.ts).
  'sign-in by e-mail': { windowMs: 60 * minuteMs, limit: 25, slows: true },
  'sign-in by known device': { windowMs: 60 * minuteMs, limit: 25 },
  'showing oneself again': { windowMs: 60 * minuteMs, limit: 25 },
  'sign-up by address': { windowMs: 5 * minuteMs, limit: 25 },
  'setting up by address': { windowMs: 60 * minuteMs, limit: 20 },
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
  // Many people can share one address: an event, a mobile network.
  'applying by address': { windowMs: 60 * minuteMs, limit: 60 },
  'export of personal data': { windowMs: 60 * minuteMs, limit: 6 },
  'verifying by address': { windowMs: 60 * minuteMs, limit: 60 },
  'traces by address': { windowMs: 60 * minuteMs, limit: 60 },
  're-issue by donor': { windowMs: 24 * 60 * minuteMs, limit: 10 },
  'reporting by address': { windowMs: 60 * minuteMs, limit: 10 },
  'pledges by donor': { windowMs: 60 * minuteMs, limit: 60 },
  // About one per second while a person types.
  'previews by person': { windowMs: 5 * minuteMs, limit: 400 },
  'test mails by person': { windowMs: 60 * minuteMs, limit: 20 },
  'receipt as PDF': { windowMs: 60 * minuteMs, limit: 60 },
  'giver list as PDF': { windowMs: 60 * minuteMs, limit: 60 },
  'statement as PDF': { windowMs: 60 * minuteMs, limit: 60 },
  'invitation by address': { windowMs: 5 * minuteMs, limit: 25 },
  'invitations by person': { windowMs: 24 * 60 * minuteMs, limit: 50 },
  'second factor by account': { windowMs: 60 * minuteMs, limit: 10 },
  'threads by address': { windowMs: 10 * minuteMs, limit: 60 },
  'mails into a thread': { windowMs: 24 * 60 * minuteMs, limit: 30 },
  'mails coming in': { windowMs: 60 * minuteMs, limit: 1_200 },
  'second factor by sign-in': { windowMs: 10 * minuteMs, limit: 5 },
} as const;
export type Budget = keyof typeof budgets;
type BudgetSize = { windowMs: number; limit: number; slows?: boolean };

/**
 * Outcome of a try. `giveBack` uncounts one that succeeded. Beyond a limit that slows, the try is still allowed, and
 * `excess` is the number of tries beyond it; `by` is the limit that refused.
 */
export type Try<B extends Budget = Budget> =
  | { isAllowed: true; excess: number; giveBack(): Promise<void> }
  | { isAllowed: false; by: B; retryAfterSeconds: number };

/** A window is counted in this many parts and one more, so that no window in between exceeds the limit. */
const parts = 5;

type AttemptsDeps = Secrets & Pick<Dependencies, 'clock'> & { db: Database | Transaction };
/** A try by a subject, against one limit. */
export type Tried<B extends Budget = Budget> = readonly [B, subject: string];

/**
 * Rate limits, stored in the database and shared by all processes. Subjects are stored hashed. A try inside a
 * transaction counts only if that commits.
 */
export const attempts = ({ db, clock, ...secrets }: AttemptsDeps) => {
  function countable<B extends Budget>([purpose, subject]: Tried<B>, nowMs: number) {
    const { windowMs, limit, slows = false }: BudgetSize = budgets[purpose];
    const partMs = windowMs / parts;
    const partStart = new Date(Math.floor(nowMs / partMs) * partMs);
    // The same subject has another hash under an earlier SECRET.
    const hashes = secretsOf(secrets).map((secret) =>
      createHmac('sha256', secret).update(`attempts ${purpose} ${subject}`).digest('base64url'),
    );
    const [subjectHash = ''] = hashes;
    const horizon = new Date(partStart.getTime() - windowMs - 1);
    const closesAt = slows ? Number.POSITIVE_INFINITY : limit;
    const times = { windowMs, partMs, partStart, horizon };
    return { purpose, subject, subjectHash, hashes, limit, closesAt, ...times };
  }
  type Countable = ReturnType<typeof countable>;

  /** Rows of tries ordered by purpose, so that concurrent statements do not deadlock. */
  const rowsOf = (tries: readonly Countable[], attempted: number) =>
    sql.join(
      tries
        .toSorted((one, other) => (one.purpose < other.purpose ? -1 : 1))
        .map(
          ({ subjectHash, purpose, partStart }) =>
            sql`(${subjectHash}, ${purpose}, ${partStart.toISOString()}::timestamptz, ${attempted})`,
        ),
      sql`, `,
    );

  /** Counts each try in one statement, so that concurrent tries are all counted. Returns the totals by purpose. */
  async function count(tries: readonly Countable[]): Promise<Map<string, number>> {
    const hashes = tries.flatMap((one) => one.hashes);
    const horizons = Object.fromEntries(tries.map(({ purpose, horizon }) => [purpose, horizon]));
    const counted = await db.execute<{ purpose: string; count: string }>(sql`
      insert into ${attemptBudgets} as present (subject_hash, purpose, window_start, attempts)
      values ${rowsOf(tries, 1)}
      on conflict (subject_hash, purpose, window_start) do update set attempts = present.attempts + 1
      returning purpose, attempts + (
        select coalesce(sum(earlier.attempts), 0) from ${attemptBudgets} as earlier
        where earlier.subject_hash in ${hashes} and earlier.purpose = present.purpose
          and earlier.window_start > (${JSON.stringify(horizons)}::jsonb ->> present.purpose)::timestamptz
          and (earlier.window_start < present.window_start
            or earlier.subject_hash <> present.subject_hash)) as count`);
    return new Map(counted.rows.map((row) => [row.purpose, Number(row.count)]));
  }

  const giveBack = async (tries: readonly Countable[]): Promise<void> => {
    await db.execute(sql`
      insert into ${attemptBudgets} as present (subject_hash, purpose, window_start, attempts)
      values ${rowsOf(tries, 0)}
      on conflict (subject_hash, purpose, window_start)
      do update set attempts = greatest(present.attempts - 1, 0)`);
  };

  /** Seconds until the oldest counted try leaves the window. */
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
     * Counts a try against limits of different purposes, in order. A refusal uses up neither the refusing limit nor
     * those after it.
     */
    async spend<B extends Budget>(...tried: readonly Tried<B>[]): Promise<Try<B>> {
      const nowMs = clock().getTime();
      const tries = tried.map((one) => countable(one, nowMs));
      const counts = await count(tries);
      const countOf = ({ purpose }: { purpose: B }) => counts.get(purpose) ?? 0;
      const closed = tries.find((one) => countOf(one) > one.closesAt);
      if (closed) {
        const { purpose, subject, subjectHash, windowMs } = closed;
        currentTrace()?.closed.push({ purpose, subject, subjectHash, windowMs });
        await giveBack(tries.slice(tries.indexOf(closed)));
        const retryAfterSeconds = await secondsUntilFree(closed, nowMs);
        return { isAllowed: false, by: purpose, retryAfterSeconds };
      }
      const excesses = tries.map((one) => countOf(one) - one.limit);
      return {
        isAllowed: true,
        excess: Math.max(0, ...excesses),
        giveBack: () => giveBack(tries),
      };
    },
  };
};
export type Attempts = ReturnType<typeof attempts>;
