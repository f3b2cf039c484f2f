import { eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { AskRunRequest } from '#domain/remittances/run.ts';
import type { Person } from '#server/actor.ts';
import type { Effects } from '#server/approvals/approval-kinds.ts';
import type { Approvals } from '#server/approvals/approvals.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import { remittanceRuns } from '#server/db/schema/remittances.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { demandNoErrors } from './run-problems.ts';
import { lockRun } from './run-rows.ts';

/** Asks a second person for a run as it is now. Refused while something in it must be mended. */
export const askingForRun =
  ({
    db,
    clock,
    approvals,
  }: Pick<Dependencies, 'db' | 'clock'> & { approvals: Pick<Approvals, 'ask'> }) =>
  (operator: Person, runId: string, { reason, version }: AskRunRequest) =>
    transaction(db, async (tx) => {
      const run = await lockRun(tx, runId, { version, states: ['draft'] });
      await demandNoErrors(tx, run, clock());
      await approvals.ask(tx, operator, {
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
  ({ clock }: Pick<Dependencies, 'clock'>): Effects['remittance-run'] =>
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
    await writeAudit(tx, {
      actor,
      action: 'remittances.approve',
      subjectType: 'remittance-run',
      subjectId,
      details: { count: change.count, yen: change.amountYen },
      at,
    });
  };
