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

/** Publishes today's public sums and transfers, unless that is done; missed months each in a transaction of its own. */
export async function publishDue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  if (await isDone(db, jstDay(now))) return;
  const round = newRound();
  while (!(await transaction(db, (tx) => publishNext(tx, now, round)))) {
    // Another day is missing.
  }
}

/** The same within a transaction. */
export async function publish(tx: Transaction, now: Date): Promise<void> {
  const round = newRound();
  while (!(await publishNext(tx, now, round))) {
    // Another day is missing.
  }
}

/** Cells that moved since the last publication that was written into the book, and its day. */
type Round = { moved: Set<string>; last: string | undefined; isBegun: boolean };
const newRound = (): Round => ({ moved: new Set(), last: undefined, isBegun: false });

/** Publishes the next missing day; true once today is published. */
async function publishNext(tx: Transaction, now: Date, round: Round): Promise<boolean> {
  await lock(tx, 'publication');
  const today = jstDay(now);
  const last = await lastDay(tx);
  if (last !== undefined && last >= today) return true;
  if (!round.isBegun) Object.assign(round, { isBegun: true, last });
  await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
  const day = await nextDay(tx, last, today);
  for (const cell of await moveSums(tx, publicationOn(day))) round.moved.add(cell);
  await settleLots(tx);
  if (day === today) {
    await sumDelivered(tx);
    await appendFigures(tx, round, now);
    await publishTransfers(tx, now);
  }
  await tx.execute(sql`
    insert into published_days (day, at) values (${day}::date, ${now.toISOString()}::timestamptz)`);
  return day === today;
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

/** The next first of a month after the last publication, so that each month has its own sum; at most today. */
async function nextDay(tx: Transaction, last: string | undefined, today: string): Promise<string> {
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    select min(at)::text as at from public_changes where not in_total`);
  const oldest = rows[0]?.at;
  const from = last ?? (oldest ? jstDay(new Date(oldest)) : today);
  const next = `${addMonths(from.slice(0, 7), 1)}-01`;
  return next < today ? next : today;
}

type Sum = { scope: string; key: string; gifts: number; yen: number; costYen: number };

/** Writes the sums that moved into the public book, and the months that ended with their final sum. */
async function appendFigures(tx: Transaction, { moved, last }: Round, now: Date): Promise<void> {
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
