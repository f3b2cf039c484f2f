import { type SQL, sql } from 'drizzle-orm';
import { jstDay } from '#kit/values/timestamp.ts';
import { application, insertApplications, numberOf } from '#test/factories/donating.ts';
import { expect, type Product } from './fixtures.ts';
import { withDatabase } from './giving.ts';

/** Database rows and mails on a day of many boxes, to compare with the screens. */

/** No one in the sample has this name. */
const lastName = '箱日和';
const first = 910_000;

export type Order = { appraisalId: string; email: string; boxes: number; kind: 'direct' | 'fund' };

/**
 * Inserts the day's applications, each of its own donor: every tenth for a fund, every fiftieth
 * with two boxes.
 */
export async function insertOrders(product: Product, count: number): Promise<Order[]> {
  return withDatabase(product, async (db) => {
    const rows = Array.from({ length: count }, (_, n) =>
      application(first + n, {
        kind: n % 10 === 3 ? 'fund' : 'direct',
        occupation: n % 10 === 3 ? '会社員' : '',
        ...(n % 10 !== 3 && { associateId: 'sample-animal-1' }),
        lastName,
        firstName: `花子${n}`,
        email: `hako${n}@tasuki.example`,
        boxes: n % 50 === 49 ? 2 : 1,
        line1: '千代田区千代田',
        line2: `1-${n + 1}`,
        state: 'applied',
        createdAt: new Date(),
        stateChangedAt: new Date(),
      }),
    );
    const challenge = await db.execute<{ id: string }>(
      sql`select id from social_challenges order by id limit 1`,
    );
    const socialChallengeId = challenge.rows[0]?.id ?? '';
    await insertApplications(
      db,
      rows.map((row) => (row.kind === 'fund' ? { ...row, socialChallengeId } : row)),
    );
    return rows.map(({ appraisalId, email, boxes, kind }) => ({
      appraisalId,
      email,
      boxes,
      kind: kind as Order['kind'],
    }));
  });
}

/** Inserts applications cancelled before their boxes arrived anyway; returns their numbers. */
export async function insertCancelled(product: Product, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, n) => first + 5_000 + n);
  await withDatabase(product, (db) =>
    insertApplications(
      db,
      numbers.map((n) =>
        application(n, { associateId: 'sample-animal-1', lastName, state: 'cancelled' }),
      ),
    ),
  );
  return numbers.map(numberOf);
}

/** Rows of a database query. */
export const ask = <Row extends Record<string, unknown>>(product: Product, question: SQL) =>
  withDatabase(product, async (db) => (await db.execute<Row>(question)).rows);

/** Number of the day's applications in each state. */
export async function states(product: Product): Promise<Record<string, number>> {
  const rows = await ask<{ state: string; count: number }>(
    product,
    sql`select state, count(*)::int as count from applications
      where last_name = ${lastName} and email like 'hako%' group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Number of the day's donors mailed, by kind; fails if someone got a kind twice. */
export async function mailsByKind(product: Product): Promise<Record<string, number>> {
  const isOfDay = sql`recipient like 'hako%@tasuki.example'`;
  await expect
    .poll(
      async () =>
        (await ask(product, sql`select 1 from outbox_mails where ${isOfDay} and state <> 'sent'`))
          .length,
      { timeout: 60_000 },
    )
    .toBe(0);
  const rows = await ask<{ kind: string; recipient: string; count: number }>(
    product,
    sql`select kind, recipient, count(*)::int as count from outbox_mails
      where ${isOfDay} group by kind, recipient`,
  );
  expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
  // Sent mails match the recorded ones, per recipient.
  const left = (await product.mails()).flatMap((mail) => recipientOf(mail) ?? []);
  const leftTo = countBy(left);
  expect(leftTo).toEqual(countBy(rows.map(({ recipient }) => recipient)));
  return countBy(rows.map(({ kind }) => kind));
}

const recipientOf = (mail: string) =>
  /^To:.*?(hako\d+@tasuki\.example)/im.exec(mail.slice(0, 4_000))?.[1];

function countBy(words: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(words, (word) => word);
  return Object.fromEntries([...groups].map(([word, all]) => [word, all.length]));
}

/**
 * Number and sum of the day's current donations, which match what the ledger owes or kept under the
 * agreement; every posting balances.
 */
export async function moneyOfDay(product: Product) {
  const [donated] = await ask<{ count: number; yen: number }>(
    product,
    sql`select count(*)::int as count, coalesce(sum(d.amount_yen), 0)::int as yen
      from donations d join applications a using (appraisal_id)
      where a.last_name = ${lastName} and d.reversed_at is null`,
  );
  const [booked] = await ask<{ yen: number }>(
    product,
    sql`select coalesce(-sum(l.amount_yen), 0)::int as yen from ledger_lines l
      join donations d on d.id = l.donation_id join applications a using (appraisal_id)
      where a.last_name = ${lastName}
        and (l.account like 'owed:%' or l.account like 'service-fee:%' or l.account like 'handling:%')`,
  );
  const unbalancedPostings = await ask(
    product,
    sql`select posting_id from ledger_lines group by posting_id having sum(amount_yen) <> 0`,
  );
  expect(unbalancedPostings).toEqual([]);
  expect(booked?.yen).toBe(donated?.yen);
  return { donations: donated?.count ?? 0, yen: donated?.yen ?? 0 };
}

/** The day's dealer's ledger: number and sum of lines by way of giving. */
export const dealerLines = (product: Product) =>
  ask<{ way: string; count: number; yen: number }>(
    product,
    sql`select e.way, count(*)::int as count, sum(e.price_yen)::int as yen
      from dealer_entries e join applications a using (appraisal_id)
      where a.last_name = ${lastName} group by e.way order by e.way`,
  );

/** A stored result batch. */
export async function storedBatch(product: Product, source: 'csv' | 'tablet') {
  const rows = await ask<{ id: string; state: string; rows: number; yen: number }>(
    product,
    sql`select id, state, accepted_count as rows, donation_yen::int as yen from result_batches
      where source = ${source} and id in (select batch_id from waiting_results w
        join applications a using (appraisal_id) where a.last_name = ${lastName})`,
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? { id: '', state: '', rows: 0, yen: 0 };
}

export const today = () => jstDay(new Date());
