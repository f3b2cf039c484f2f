import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refusalOf } from '#kit/errors/refusal.ts';
import { approvals as table } from '#people/roles/role-tables.server.ts';
import { type AskInput, decidersOf } from './approval-kinds.server.ts';
import { systemUid } from './approval-list.server.ts';
import { type ApprovalRow, auditApproval, delayApproval } from './approval-record.server.ts';
import { type ApprovalDeps, approvalSteps } from './approval-steps.server.ts';

/** Most decisions per sweep; the rest follows in the next. */
const maxPerSweep = 100;

/** Decisions by time, on requests without another person to decide (docs/decisions/0014). */
export const approvalsByTime = (dependencies: ApprovalDeps) => {
  const { db, clock, forget } = dependencies;
  const { show, end, carryOut } = approvalSteps(dependencies);

  /** Carries out one request, or declines it with the reason why it no longer applies. */
  async function decideByTime(id: string): Promise<void> {
    const actor = { uid: systemUid };
    const settle = (work: (tx: Transaction, row: ApprovalRow) => Promise<void>) =>
      transaction(db, async (tx) => {
        const [row] = await tx
          .select()
          .from(table)
          .where(and(eq(table.id, id), eq(table.state, 'waiting'), lte(table.dueAt, clock())))
          .for('update', { skipLocked: true });
        if (row) await work(tx, row);
        return row?.subjectId;
      });
    try {
      const subjectId = await settle(async (tx, row) => {
        const shown = await show(tx, row);
        await carryOut(tx, row, actor);
        await end(tx, row, actor, { state: 'done', note: '', shown });
        await auditApproval(dependencies, tx, actor, 'approve', row);
      });
      if (subjectId !== undefined) forget(subjectId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await settle(async (tx, row) => {
        await end(tx, row, actor, { state: 'declined', note: refusal.message });
        await auditApproval(dependencies, tx, actor, 'reject', row);
      });
    }
  }

  /** Handles requests whose possible second person no longer exists. */
  async function delayStranded(): Promise<void> {
    const isStranded = and(eq(table.state, 'waiting'), isNull(table.dueAt));
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(isStranded)
      .orderBy(asc(table.askedAt))
      .limit(maxPerSweep);
    for (const { id } of rows) {
      await transaction(db, async (tx) => {
        const [row] = await tx
          .select()
          .from(table)
          .where(and(eq(table.id, id), isStranded))
          .for('update', { skipLocked: true });
        const kind = row?.kind as AskInput['kind'];
        if (!row || (await decidersOf(tx, { ...row, kind }, dependencies)).length > 0) return;
        await delayApproval(dependencies, tx, row);
      });
    }
  }

  return {
    /** Carries out what is due, and sets a due time where the second person is gone. Runs hourly. */
    async settleByTime(): Promise<void> {
      await delayStranded();
      const due = await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.state, 'waiting'), lte(table.dueAt, clock())))
        .orderBy(asc(table.dueAt))
        .limit(maxPerSweep);
      // A failure does not block the others.
      const failures: unknown[] = [];
      for (const { id } of due) await decideByTime(id).catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
};
