import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { Effects } from '#people/approvals/approval-kinds.server.ts';
import { askForApproval } from '#people/approvals/ask.server.ts';
import { remittanceRuns } from './remittance-tables.server.ts';
import type { AskRunRequest } from './run.ts';
import { demandNoErrors } from './run-problems.server.ts';
import { lockRun } from './run-rows.server.ts';

/** Asks a second person for a run as it is now. Refused while something in it must be mended. */
export const askForRun = (
  ctx: Context,
  operator: Person,
  runId: string,
  { reason, version }: AskRunRequest,
) =>
  transaction(ctx.db, async (tx) => {
    const run = await lockRun(tx, runId, { version, states: ['draft'] });
    await demandNoErrors(tx, run, ctx.clock());
    await askForApproval(ctx, tx, operator, {
      kind: 'remittance-run',
      subjectId: runId,
      change: {
        number: run.number,
        version: run.version,
        count: run.remittanceCount,
        amountYen: run.amountYen,
        periodFrom: run.periodFrom,
        periodTo: run.periodTo,
        transferOn: run.transferOn,
      },
      reason,
    });
  });

/** Lets a run's file be made, if it is still what was asked for. */
export const remittanceRunEffect =
  ({ clock }: Context): Effects['remittance-run'] =>
  async (tx, { subjectId, change }, actor) => {
    const run = await lockRun(tx, subjectId, { states: ['draft'] });
    if (run.version !== change.version) {
      throw refuse(
        'Conflict',
        '依頼のあとで、この送金の内容が変わっています。見送って、改めて依頼してもらってください。',
      );
    }
    const at = clock();
    await tx
      .update(remittanceRuns)
      .set({
        state: 'approved',
        approvedBy: actor.uid,
        approvedAt: at,
        version: sql`${remittanceRuns.version} + 1`,
      })
      .where(eq(remittanceRuns.id, subjectId));
    await audit(tx, actor, 'remittances.approve', ['remittance-run', subjectId], {
      at,
      count: change.count,
      yen: change.amountYen,
    });
  };
