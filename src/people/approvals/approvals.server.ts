import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Position } from '#kit/db/keyset.server.ts';
import { forWork } from '#kit/dependencies.server.ts';
import { refusalOf, refuse } from '#kit/errors/refusal.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { approvals as table } from '#people/roles/role-tables.server.ts';
import { invalidVotes } from './another-person.server.ts';
import { ineligibleVoterMessages } from './another-person.ts';
import type { Approval, ApprovalDecision, ApprovalState, ShownApproval } from './approval.ts';
import { type AskInput, decidersOf, kindsFor } from './approval-kinds.server.ts';
import { approvalList, systemUid } from './approval-list.server.ts';
import {
  type ApprovalRow,
  absentApproval,
  auditApproval,
  delayApproval,
  readApproval,
} from './approval-record.server.ts';
import { type ApprovalDeps, approvalSteps } from './approval-steps.server.ts';
import { shownPageSize } from './shown.ts';

/** Most decisions per sweep; the rest follows in the next. */
const maxPerSweep = 100;

/** Decisions by time, on requests without another person to decide (docs/decisions/0014). */
const approvalsByTime = (dependencies: ApprovalDeps) => {
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

const overMessage =
  'この依頼は、すでにほかの人が判断したか、取り下げられています。画面を読み込み直してください。';
const anotherMessage = '依頼した方と、ご本人は承認できません。ほかの方の承認をお待ちください。';
const movedMessage =
  '画面を開いたあとに、この依頼で変わる内容が動いています。画面を読み込み直して、もう一度お確かめください。';
const notYoursMessage = '取り下げられるのは、依頼した方だけです。';

/** Requests for a second person's approval, from request to effect (docs/decisions/0014). */
export const approvals = (dependencies: ApprovalDeps) => {
  const { db, clock, forget } = dependencies;
  const { show, end, carryOut } = approvalSteps(dependencies);

  /**
   * The request's row, locked until the transaction ends. Refuses one that the person may not read, or that is decided.
   */
  async function waiting(tx: Transaction, actor: Person, id: string): Promise<ApprovalRow> {
    const [row] = await tx
      .select()
      .from(table)
      .where(and(eq(table.id, id), inArray(table.kind, kindsFor(actor.role))))
      .for('update');
    if (!row) throw absentApproval();
    if (row.state !== 'waiting') throw refuse('Conflict', overMessage);
    return row;
  }

  const list = auditedList({ db, clock }, approvalList(dependencies));
  const selectionOf = ({ uid, role }: Person, state: ApprovalState | undefined) => ({
    state,
    kinds: kindsFor(role),
    readerUid: uid,
  });

  return {
    ...approvalsByTime(forWork(dependencies)),

    /** Waiting requests, then decided ones, limited to kinds that the reader may decide on. */
    approvalList: {
      page: (
        person: Person,
        { state }: { state?: ApprovalState | undefined },
        position: Position | undefined,
      ) => list.page(person, selectionOf(person, state), position),
      rows: (
        person: Person,
        { state }: { state?: ApprovalState | undefined },
        encoding: CsvEncoding,
      ) => list.rows(person, selectionOf(person, state), encoding),
    },

    /** A request with a page of its effects, from a line on; for a decided one, the approved content. */
    async shown(reader: Person, id: string, from: number): Promise<ShownApproval> {
      return transaction(db, async (tx) => {
        const [row] = await tx
          .select()
          .from(table)
          .where(and(eq(table.id, id), inArray(table.kind, kindsFor(reader.role))));
        if (!row) throw absentApproval();
        await auditApproval(dependencies, tx, reader, 'read', row);
        const { lines, digest } =
          row.state === 'waiting'
            ? await show(tx, row)
            : { lines: row.shown ?? [], digest: row.digest };
        return {
          approval: await readApproval(dependencies, tx, id, reader.uid),
          digest,
          lines: lines.slice(from, from + shownPageSize),
          lineCount: lines.length,
          markedCount: lines.filter(({ marks }) => marks.length > 0).length,
        };
      });
    },

    /**
     * Decides as the second person, on the content shown: refused if it has changed since. Of two concurrent decisions
     * one wins; if the effect refuses, the request stays waiting.
     */
    async decide(
      actor: Person,
      id: string,
      { digest, outcome, note }: ApprovalDecision,
    ): Promise<Approval> {
      const { approval, subjectId } = await transaction(db, async (tx) => {
        const row = await waiting(tx, actor, id);
        if (actor.uid === row.askedBy || actor.uid === row.subjectId) {
          throw refuse('Conflict', anotherMessage);
        }
        const refused = (await invalidVotes(tx, [row], actor.uid, dependencies)).get(row.id);
        if (refused) throw refuse('Conflict', ineligibleVoterMessages[refused]);
        const shown = await show(tx, row);
        if (shown.digest !== digest) throw refuse('Conflict', movedMessage);
        if (outcome === 'approve') await carryOut(tx, row, actor);
        await auditApproval(
          dependencies,
          tx,
          actor,
          outcome === 'approve' ? 'approve' : 'reject',
          row,
        );
        const state = outcome === 'approve' ? 'done' : 'declined';
        return {
          approval: await end(tx, row, actor, { state, note, shown }),
          subjectId: row.subjectId,
        };
      });
      forget(subjectId);
      return approval;
    },

    /** Withdraws one's own request. */
    async withdraw(actor: Person, id: string): Promise<Approval> {
      return transaction(db, async (tx) => {
        const row = await waiting(tx, actor, id);
        if (actor.uid !== row.askedBy) throw refuse('Conflict', notYoursMessage);
        await auditApproval(dependencies, tx, actor, 'withdraw', row);
        return end(tx, row, actor, { state: 'withdrawn', note: '' });
      });
    },
  };
};
