import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { RunReason, TakeOutRequest, TransferDayRequest } from '#domain/remittances/run.ts';
import { transferDayProblem } from '#domain/remittances/transfer-day.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import type { Approvals } from '#server/approvals/approvals.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { remittanceRuns, remittances } from '#server/db/schema/remittances.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { uncoverFunds } from './cover-funds.ts';
import { isHoliday } from './next-run.ts';
import { countRun, lockRun } from './run-rows.ts';

type ChangeDeps = Pick<Dependencies, 'db' | 'clock'> & { approvals: Pick<Approvals, 'waitingOn'> };

/** Gives what remittances took back to the next run. */
export async function reopenItems(
  tx: Transaction,
  remittanceIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update owed_items i set remittance_id = null
    from json_array_elements_text(${JSON.stringify(remittanceIds)}::json) as r(id)
    where i.remittance_id = r.id`);
}

/** Changes of a run before it is with the bank. */
export const changingRuns = ({ db, clock, approvals }: ChangeDeps) => {
  /** What a second person looks at stays as it was asked for. */
  async function demandUnasked(tx: Transaction, runId: string): Promise<void> {
    if (await approvals.waitingOn(tx, 'remittance-run', runId)) {
      throw refuse(
        'Conflict',
        'この送金は承認を待っています。変えるときは、先に「承認待ち」で依頼を取り下げてください。',
      );
    }
  }
  const note = (
    tx: Transaction,
    operator: Person,
    runId: string,
    action: string,
    details: Record<string, unknown>,
  ) =>
    writeAudit(tx, {
      actor: operator,
      action: `remittances.${action}`,
      subjectType: 'remittance-run',
      subjectId: runId,
      details,
      at: clock(),
    });

  return {
    /** Leaves one organisation for the next run, with a reason. */
    takeOut: (operator: Person, runId: string, { remittanceId, reason, version }: TakeOutRequest) =>
      transaction(db, async (tx) => {
        await lockRun(tx, runId, { version, states: ['draft'] });
        await demandUnasked(tx, runId);
        const [taken] = await tx
          .update(remittances)
          .set({
            state: 'taken-out',
            takenOutReason: reason,
            version: sql`${remittances.version} + 1`,
          })
          .where(
            and(
              eq(remittances.id, remittanceId),
              eq(remittances.runId, runId),
              eq(remittances.state, 'prepared'),
            ),
          )
          .returning({ id: remittances.id });
        if (!taken) throw refuse('NotFound', 'この団体への送金は、すでに外されています。');
        await reopenItems(tx, [taken.id]);
        await countRun(tx, runId);
        await note(tx, operator, runId, 'take-out', { id: remittanceId });
      }),

    /** Another day for the bank. */
    changeTransferDay: (
      operator: Person,
      runId: string,
      { transferOn, version }: TransferDayRequest,
    ) =>
      transaction(db, async (tx) => {
        await lockRun(tx, runId, { version, states: ['draft'] });
        await demandUnasked(tx, runId);
        const message = transferDayProblem(transferOn, { today: jstDay(clock()), isHoliday });
        if (message) {
          throw refuse('ValidationError', message, { errors: [{ path: 'transferOn', message }] });
        }
        await tx
          .update(remittanceRuns)
          .set({ transferOn, version: sql`${remittanceRuns.version} + 1` })
          .where(eq(remittanceRuns.id, runId));
        await note(tx, operator, runId, 'change-day', { day: transferOn });
      }),

    /** Gives the whole run up before it is with the bank; all that it took is left for the next. */
    drop: (operator: Person, runId: string, { reason, version }: RunReason) =>
      transaction(db, async (tx) => {
        await lockRun(tx, runId, { version, states: ['draft', 'approved', 'filed'] });
        await demandUnasked(tx, runId);
        await uncoverFunds(tx, runId);
        await tx.execute(sql`
          update owed_items i set remittance_id = null from remittances r
          where r.run_id = ${runId} and i.remittance_id = r.id`);
        await tx
          .update(remittances)
          .set({
            state: 'taken-out',
            takenOutReason: reason,
            version: sql`${remittances.version} + 1`,
          })
          .where(and(eq(remittances.runId, runId), eq(remittances.state, 'prepared')));
        await tx
          .update(remittanceRuns)
          .set({
            state: 'dropped',
            dropReason: reason,
            endedAt: clock(),
            version: sql`${remittanceRuns.version} + 1`,
          })
          .where(eq(remittanceRuns.id, runId));
        await note(tx, operator, runId, 'drop', {});
      }),
  };
};
