import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { refusalOf } from '#domain/errors/refusal.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { approvals as table } from '#server/db/schema/people.ts';
import { type AskInput, decidersOf } from './approval-kinds.ts';
import { systemUid } from './approval-list.ts';
import { type ApprovalRow, auditApproval, delayApproval } from './approval-record.ts';
import { type ApprovalDeps, approvalSteps } from './approval-steps.ts';

/** Of those that are due in one sweep; the others come with the next. */
const mostAtOnce = 100;

/** What time does with requests that nobody else may decide on (docs/decisions/0031). */
export const approvalsByTime = (dependencies: ApprovalDeps) => {
  const { db, clock, forget } = dependencies;
  const { show, end, carryOut } = approvalSteps(dependencies);

  /** What time decides: done, or declined with the reason why it does not fit any more. */
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

  /** Those that wait for a second person who is there no more. */
  async function delayStranded(): Promise<void> {
    const isStranded = and(eq(table.state, 'waiting'), isNull(table.dueAt));
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(isStranded)
      .orderBy(asc(table.askedAt))
      .limit(mostAtOnce);
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
    /** Carries out what is due by time, and gives what has lost its second person a day. Swept every hour. */
    async settleByTime(): Promise<void> {
      await delayStranded();
      const due = await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.state, 'waiting'), lte(table.dueAt, clock())))
        .orderBy(asc(table.dueAt))
        .limit(mostAtOnce);
      // One that breaks down does not keep the others waiting.
      const failures: unknown[] = [];
      for (const { id } of due) await decideByTime(id).catch((error) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
};
