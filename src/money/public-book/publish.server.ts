import { sql } from 'drizzle-orm';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { addMonths, jstDay, jstMonth } from '#kit/values/timestamp.ts';
import { appendEntries, type EntryBody } from './public-entries.server.ts';
import { moveSums, publicationOn } from './publish-figures.server.ts';
import { publishTransfers } from './publish-transfers.server.ts';
import { settleLots, sumDelivered } from './settle-lots.server.ts';

const pollMs = 60_000;

/** The publication of each JST day, once however many processes there are; a missed day's is made up for. */
export const dailyPublication = (ctx: Context) =>
  poll(() => publishDue(ctx), {
    job: 'public-book',
    everyMs: pollMs,
    failing: 'public sums do not move',
  });

/** Publishes today's public sums and transfers, unless that is done. */
export async function publishDue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  if (await isDone(db, jstDay(now))) return;
  await transaction(db, (tx) => publish(tx, now));
}

/** The same within a transaction. */
export async function publish(tx: Transaction, now: Date): Promise<void> {
  await lock(tx, 'publication');
  const today = jstDay(now);
  const last = await lastDay(tx);
  if (last !== undefined && last >= today) return;
  await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
  const moved = new Set<string>();
  for (const day of await daysTo(tx, last, today)) {
    for (const cell of await moveSums(tx, publicationOn(day))) moved.add(cell);
    await settleLots(tx);
  }
  await sumDelivered(tx);
  await appendFigures(tx, moved, last, now);
  await publishTransfers(tx, now);
  await tx.execute(sql`
    insert into published_days (day, at) values (${today}::date, ${now.toISOString()}::timestamptz)`);
}

async function isDone(db: Context['db'], today: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from published_days where day >= ${today}::date limit 1`,
  );
  return rows.length > 0;
}

async function lastDay(tx: Transaction): Promise<string | undefined> {
  const { rows } = await tx.execute<{ day: string }>(sql`
    select day::text as day from published_days order by day desc limit 1`);
  return rows[0]?.day;
}

/** Days of publication after the last one: the first of each month, so that each month has its own sum, and today. */
async function daysTo(tx: Transaction, last: string | undefined, today: string): Promise<string[]> {
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    select min(at)::text as at from public_changes where not in_total`);
  const oldest = rows[0]?.at;
  const from = last ?? (oldest ? jstDay(new Date(oldest)) : today);
  const days: string[] = [];
  for (
    let month = addMonths(from.slice(0, 7), 1);
    `${month}-01` <= today;
    month = addMonths(month, 1)
  ) {
    days.push(`${month}-01`);
  }
  return days.at(-1) === today ? days : [...days, today];
}

type Sum = { scope: string; key: string; gifts: number; yen: number; costYen: number };

/** Writes the sums that moved into the public book, and the months that ended with their final sum. */
async function appendFigures(
  tx: Transaction,
  moved: ReadonlySet<string>,
  last: string | undefined,
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<Sum & { publishedOn: string }>(sql`
    select scope, key, gifts, yen::float8 as yen, cost_yen::float8 as "costYen", published_on::text as "publishedOn"
    from published_sums order by scope, key`);
  const thisMonth = jstMonth(now);
  const lastMonth = last?.slice(0, 7) ?? '';
  const bodyOf = ({ scope, key, gifts, yen, costYen }: Sum): EntryBody => ({
    ...{ scope, key, gifts, yen, costYen },
  });
  const sums = rows.filter(({ scope, key, publishedOn }) =>
    scope === 'total' ? publishedOn >= (last ?? '') : moved.has(`${scope}:${key}`),
  );
  const there = new Set(rows.map(({ scope, key }) => `${scope}:${key}`));
  const withheld = [...moved].filter((cell) => !there.has(cell)).sort();
  const months = rows.filter(
    ({ scope, key }) => scope === 'month' && key < thisMonth && key >= lastMonth,
  );
  await appendEntries(
    tx,
    [
      ...sums.map((sum) => ({ kind: 'figures' as const, body: bodyOf(sum) })),
      ...withheld.map((cell) => ({
        kind: 'figures' as const,
        body: {
          scope: cell.slice(0, cell.indexOf(':')),
          key: cell.slice(cell.indexOf(':') + 1),
          yen: null,
        },
      })),
      ...months.map(({ key, gifts, yen, costYen }) => ({
        kind: 'month' as const,
        body: { month: key, gifts, yen, costYen },
      })),
    ],
    now,
  );
}
