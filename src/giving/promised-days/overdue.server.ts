import { and, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { boundedTotal, countedAtMost, type Total } from '#kit/db/keyset.server.ts';
import { addDays, startOfJstDay } from '#kit/values/timestamp.ts';
import { type PromisedDays, type PromisedStep, promisedSteps, promiseOf } from './promised-days.ts';

/** Condition for applications past the promise for a step: `promisedDay` in SQL. */
export function overdueIn(step: PromisedStep, days: PromisedDays, today: string): SQL | undefined {
  const states = Object.entries(promiseOf) as [ApplicationState, PromisedStep][];
  const state = states.find(([, of]) => of === step)?.[0] ?? '';
  return and(
    eq(applications.state, state),
    lt(applications.stateChangedAt, startOfJstDay(addDays(today, -days[step]))),
    step === 'kit'
      ? and(
          eq(applications.needsKit, true),
          or(isNull(applications.deliveryDate), lt(applications.deliveryDate, today)),
        )
      : undefined,
    step === 'remittance' ? eq(applications.kind, 'direct') : undefined,
  );
}

/** Condition for applications past any promise. */
export const overdue = (days: PromisedDays, today: string): SQL | undefined =>
  or(...promisedSteps.map((step) => overdueIn(step, days, today)));

/**
 * Counts applications past any promise, up to `countedAtMost`. Reads each step by its index: for their union
 * PostgreSQL scans the table, which is slow with a million applications without a promise.
 */
export async function countOverdue(
  db: Database | Transaction,
  days: PromisedDays,
  today: string,
): Promise<Total> {
  const steps = promisedSteps.map(
    (step) => sql`(select 1 from ${applications} where ${overdueIn(step, days, today)}
      order by ${applications.stateChangedAt} limit ${countedAtMost + 1})`,
  );
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${sql.join(steps, sql` union all `)}) as counted`);
  return boundedTotal(rows[0]?.count ?? 0);
}
