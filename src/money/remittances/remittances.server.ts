import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { waitingApproval } from '#people/approvals/ask.server.ts';
import { failingOf } from './failing-confirmations.server.ts';
import { selectRemittances, toRemittance } from './remittance-list.server.ts';
import { remittances as table } from './remittance-tables.server.ts';
import { mostProblems, type Remittance, type RunDetail } from './run.ts';
import { runProblems } from './run-problems.server.ts';
import { payerOf, readRun, toRun } from './run-rows.server.ts';
import { readFiles } from './transfer-files.server.ts';

/** A run with its files, problems, and organisations carried over (docs/decisions/0023). */
export async function runDetail({ db, clock }: Context, runId: string): Promise<RunDetail> {
  const row = await readRun(db, runId);
  const run = toRun(row);
  const isOpen = ['draft', 'approved', 'filed'].includes(run.state);
  const problems = isOpen ? await runProblems(db, row.run, clock()) : await failingOf(db, runId);
  const errors = problems.filter(({ level }) => level === 'error').length;
  const { rows } = await db.execute<{
    count: number;
    yen: number;
    blocked: number;
    confirming: number;
  }>(sql`
    select count(*)::float8 as count, coalesce(sum(amount_yen), 0)::float8 as yen,
      count(*) filter (where reason = 'account-blocked')::float8 as blocked,
      (select count(*)::float8 from remittances where run_id = ${runId} and confirm_due_on is not null and state = 'sent') as confirming
    from carried_over where run_id = ${runId}`);
  const waiting = await transaction(db, (tx) => waitingApproval(tx, 'remittance-run', runId));
  return {
    run,
    payer: payerOf(row),
    files: await readFiles(db, runId),
    problems: problems.slice(0, mostProblems),
    problemCounts: { error: errors, warning: problems.length - errors },
    carried: {
      count: rows[0]?.count ?? 0,
      amountYen: rows[0]?.yen ?? 0,
      blocked: rows[0]?.blocked ?? 0,
    },
    confirming: rows[0]?.confirming ?? 0,
    waiting: waiting ?? null,
  };
}

/** One organisation's part of a run. */
export async function readRemittance({ db }: Context, id: string): Promise<Remittance> {
  const [row] = await selectRemittances(db, eq(table.id, id));
  if (!row) throw notFound('送金');
  return toRemittance(row);
}

/** Takes a step of a run, and answers the run as it is then. */
export const thenRun =
  <Input>(
    step: (ctx: Context, operator: Person, runId: string, input: Input) => Promise<unknown>,
  ) =>
  async (
    ctx: Context,
    { person, params, body }: { person: Person; params: { runId: string }; body: Input },
  ): Promise<RunDetail> => {
    await step(ctx, person, params.runId, body);
    return runDetail(ctx, params.runId);
  };

/** The same of one remittance. */
export const thenRemittance =
  <Input>(step: (ctx: Context, operator: Person, id: string, input: Input) => Promise<unknown>) =>
  async (
    ctx: Context,
    { person, params, body }: { person: Person; params: { id: string }; body: Input },
  ): Promise<Remittance> => {
    await step(ctx, person, params.id, body);
    return readRemittance(ctx, params.id);
  };
