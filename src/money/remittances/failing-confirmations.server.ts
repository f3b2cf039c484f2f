import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { RunProblem } from './run.ts';

type Source = Database | Transaction;

const isFailing = sql`r.confirm_failures > 0 and r.state = 'sent'`;

/** Counts a confirmation in the background that failed. */
export async function noteConfirmFailure(db: Database, id: string, at: Date): Promise<void> {
  await db.execute(sql`
    update remittances set confirm_failures = confirm_failures + 1, confirm_failed_at = ${at.toISOString()}::timestamptz
    where id = ${id} and state = 'sent'`);
}

/** Remittances whose confirmation failed and is tried again. */
export async function countFailing(source: Source): Promise<number> {
  const { rows } = await source.execute<{ count: number }>(
    sql`select count(*)::int as count from remittances r where ${isFailing}`,
  );
  return rows[0]?.count ?? 0;
}

/** Those of a run, as its page says them. */
export async function failingOf(source: Source, runId: string): Promise<RunProblem[]> {
  type Failing = { id: string; targetName: string; failures: number; atMs: number };
  const { rows } = await source.execute<Failing>(sql`
    select r.id, a.name as "targetName", r.confirm_failures as failures,
      extract(epoch from r.confirm_failed_at)::float8 * 1000 as "atMs"
    from remittances r join associates a on a.id = r.associate_id
    where r.run_id = ${runId} and ${isFailing} order by r.id`);
  return rows.map(({ id, targetName, failures, atMs }) => ({
    level: 'error',
    remittanceId: id,
    targetName,
    message: `着金の記録に${formatYen(failures)}回失敗しました（最後は${formatDateTime(toTimestamp(new Date(atMs)))}）。1分ごとに自動でやり直します。続くときは、サーバーの管理者にお知らせください。`,
  }));
}

/** Runs that have such remittances, the oldest first. */
export async function failingRuns(
  source: Source,
): Promise<{ id: string; number: string; count: number }[]> {
  const { rows } = await source.execute<{ id: string; number: string; count: number }>(sql`
    select run.id, run.number, f.count from (
      select r.run_id, count(*)::int as count from remittances r where ${isFailing} group by r.run_id
    ) f join remittance_runs run on run.id = f.run_id order by run.created_at, run.id`);
  return rows;
}
