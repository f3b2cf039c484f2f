import { createHmac } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { attemptBudgets } from '#server/db/schema/limits.ts';
import type { Dependencies } from '#server/dependencies.ts';

const minuteMs = 60_000;

/** What is counted, in what window, up to how often (docs/product.md, Budgets of tries). */
export const budgets = {
  'sign-in by address': { windowMs: 5 * minuteMs, limit: 25 },
  'sign-in by e-mail': { windowMs: 60 * minuteMs, limit: 25 },
  'sign-up by address': { windowMs: 5 * minuteMs, limit: 25 },
  'telling by address': { windowMs: 5 * minuteMs, limit: 10 },
  'telling by e-mail': { windowMs: 60 * minuteMs, limit: 10 },
  'reset by address': { windowMs: 5 * minuteMs, limit: 25 },
  'reset by e-mail': { windowMs: 60 * minuteMs, limit: 3 },
  'verification by e-mail': { windowMs: 60 * minuteMs, limit: 3 },
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

/** Whether a try was within its budget; `giveBack` makes it not count, for one that succeeded. */
export type Try =
  | { isAllowed: true; giveBack(): Promise<void> }
  | { isAllowed: false; retryAfterSeconds: number };

/** A window is counted in this many parts and one more, so that no window between contains too many. */
const parts = 5;

type Counting = Pick<Dependencies, 'clock' | 'secret'> & { db: Database | Transaction };

/**
 * Budgets of tries, stored in the database, so that all processes share them. Subjects are stored hashed. In
 * a transaction, a try counts only when that is committed.
 */
export const attempts = ({ db, clock, secret }: Counting) => ({
  /** Counts a try of `subject`; in one statement, so that tries at once are all counted. */
  async spend(purpose: Budget, subject: string): Promise<Try> {
    const { windowMs, limit } = budgets[purpose];
    const partMs = windowMs / parts;
    const nowMs = clock().getTime();
    const partStart = new Date(Math.floor(nowMs / partMs) * partMs);
    const horizon = new Date(partStart.getTime() - windowMs - 1);
    const subjectHash = createHmac('sha256', secret)
      .update(`attempts ${purpose} ${subject}`)
      .digest('base64url');
    const mine = and(
      eq(attemptBudgets.subjectHash, subjectHash),
      eq(attemptBudgets.purpose, purpose),
    );
    const counted = await db.execute(sql`
        with earlier as (
          select coalesce(sum(attempts), 0) as count from ${attemptBudgets}
          where ${mine} and window_start > ${horizon.toISOString()}::timestamptz
            and window_start < ${partStart.toISOString()}::timestamptz
        )
        insert into ${attemptBudgets} (subject_hash, purpose, window_start, attempts)
        select ${subjectHash}, ${purpose}, ${partStart.toISOString()}::timestamptz, 1
        from earlier where count < ${limit}
        on conflict (subject_hash, purpose, window_start) do update
          set attempts = ${attemptBudgets.attempts} + 1
          where ${attemptBudgets.attempts} + (select count from earlier) < ${limit}
        returning attempts`);
    if (counted.rows.length > 0) {
      return {
        isAllowed: true,
        async giveBack() {
          await db
            .update(attemptBudgets)
            .set({ attempts: sql`greatest(${attemptBudgets.attempts} - 1, 0)` })
            .where(and(mine, eq(attemptBudgets.windowStart, partStart)));
        },
      };
    }
    const [oldest] = await db
      .select({
        start: sql<Date | null>`min(${attemptBudgets.windowStart})`.mapWith(
          attemptBudgets.windowStart,
        ),
      })
      .from(attemptBudgets)
      .where(and(mine, gt(attemptBudgets.windowStart, horizon), gt(attemptBudgets.attempts, 0)));
    const startMs = oldest?.start?.getTime() ?? nowMs;
    const waitMs = startMs + windowMs + partMs - nowMs;
    return { isAllowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
  },
});
export type Attempts = ReturnType<typeof attempts>;
