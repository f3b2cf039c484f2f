import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import {
  type Approval,
  type ApprovalDecision,
  type ApprovalState,
  type AskedApproval,
  soleDelayHours,
} from '#domain/approvals/approval.ts';
import { BankAccountChange, RoleChange } from '#domain/approvals/approval-change.ts';
import { refusalOf, refuse } from '#domain/errors/refusal.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import type { Position } from '#server/db/keyset.ts';
import { approvals as table } from '#server/db/schema/people.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { CsvEncoding } from '#server/http/csv-bytes.ts';
import {
  type AskInput,
  decidersOf,
  type Effects,
  kindsFor,
  mayStillAsk,
} from './approval-kinds.ts';
import { approvalList, selectApprovals, systemUid, toApproval } from './approval-list.ts';
import { mailDecided, mailDelayed, mailWaiting } from './approval-mails.ts';

const absentMessage = 'お探しの依頼が見つかりませんでした。';
const waitingMessage =
  'この件の依頼が、すでに承認を待っています。先にそちらを承認するか、取り下げてください。';
const overMessage =
  'この依頼は、すでにほかの人が判断したか、取り下げられています。画面を読み込み直してください。';
const anotherMessage = '依頼した方と、ご本人は承認できません。ほかの方の承認をお待ちください。';
const notYoursMessage = '取り下げられるのは、依頼した方だけです。';
const askerGoneMessage = '依頼した方が担当を離れたため、反映できません。改めてご依頼ください。';

const delayMs = soleDelayHours * 60 * 60_000;
/** Of those that are due in one sweep; the others come with the next. */
const mostAtOnce = 100;

type Row = typeof table.$inferSelect;

type ApprovalDeps = Pick<
  Dependencies,
  'db' | 'clock' | 'publicUrl' | 'secret' | 'operatorEmail' | 'allowSampleSignIns'
> & {
  effects: Effects;
  /** Called for the subject once something took effect: a role may be another one. */
  forget: (uid: string) => void;
};

/** What needs a second person, from being asked for to its effect (docs/decisions/0031). */
export const approvals = (dependencies: ApprovalDeps) => {
  const { db, clock, effects, forget } = dependencies;

  async function audit(tx: Transaction, actor: { uid: string }, verb: string, row: Row) {
    await writeAudit(tx, {
      actor,
      action: `approvals.${verb}`,
      subjectType: 'approval',
      subjectId: row.id,
      details: { kind: row.kind },
      at: clock(),
    });
  }

  async function read(tx: Transaction, id: string, readerUid: string): Promise<Approval> {
    const [row] = await selectApprovals(tx).where(eq(table.id, id));
    if (!row) throw refuse('NotFound', absentMessage);
    return toApproval(row, readerUid);
  }

  /** Gives it the moment at which time decides, and says so by mail. */
  async function delay(tx: Transaction, { id, askedBy }: Pick<Row, 'id' | 'askedBy'>) {
    const dueAt = new Date(clock().getTime() + delayMs);
    await tx.update(table).set({ dueAt }).where(eq(table.id, id));
    await mailDelayed(tx, await read(tx, id, askedBy), askedBy, dependencies);
  }

  /** The row, locked until the transaction ends. Refuses what the person may not read, and what is over. */
  async function waiting(tx: Transaction, actor: Person, id: string): Promise<Row> {
    const [row] = await tx
      .select()
      .from(table)
      .where(and(eq(table.id, id), inArray(table.kind, kindsFor(actor.role))))
      .for('update');
    if (!row) throw refuse('NotFound', absentMessage);
    if (row.state !== 'waiting') throw refuse('Conflict', overMessage);
    return row;
  }

  async function end(
    tx: Transaction,
    row: Row,
    actor: { uid: string },
    { state, note }: { state: Exclude<ApprovalState, 'waiting'>; note: string },
  ): Promise<Approval> {
    const decided = { state, decidedBy: actor.uid, decidedAt: clock(), decisionNote: note };
    await tx.update(table).set(decided).where(eq(table.id, row.id));
    const approval = await read(tx, row.id, actor.uid);
    if (state !== 'withdrawn') await mailDecided(tx, approval, row.askedBy, dependencies);
    return approval;
  }

  /** Carries it out. Refuses where who asked could not ask for it any more. */
  async function carryOut(tx: Transaction, row: Row, actor: { uid: string }) {
    const { id, subjectId, askedBy } = row;
    const asked = { kind: row.kind as AskInput['kind'], askedBy };
    if (!(await mayStillAsk(tx, asked, dependencies))) throw refuse('Conflict', askerGoneMessage);
    const approval = { id, subjectId, askedBy };
    if (asked.kind === 'role') {
      await effects.role(tx, { ...approval, change: RoleChange.parse(row.change) }, actor);
    } else {
      const change = BankAccountChange.parse(row.change);
      await effects['bank-account'](tx, { ...approval, change }, actor);
    }
  }

  /** What time decides: done, or declined with the reason why it does not fit any more. */
  async function decideByTime(id: string): Promise<void> {
    const actor = { uid: systemUid };
    const settle = (work: (tx: Transaction, row: Row) => Promise<void>) =>
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
        await carryOut(tx, row, actor);
        await end(tx, row, actor, { state: 'done', note: '' });
        await audit(tx, actor, 'approve', row);
      });
      if (subjectId !== undefined) forget(subjectId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await settle(async (tx, row) => {
        await end(tx, row, actor, { state: 'declined', note: refusal.message });
        await audit(tx, actor, 'reject', row);
      });
    }
  }

  /** Those that wait for a second person who is there no more. */
  async function delayStranded(): Promise<void> {
    const isStranded = and(eq(table.state, 'waiting'), isNull(table.dueAt));
    const rows = await db.select().from(table).where(isStranded).orderBy(asc(table.askedAt));
    for (const { id } of rows.slice(0, mostAtOnce)) {
      await transaction(db, async (tx) => {
        const [row] = await tx
          .select()
          .from(table)
          .where(and(eq(table.id, id), isStranded))
          .for('update', { skipLocked: true });
        const kind = row?.kind as AskInput['kind'];
        if (!row || (await decidersOf(tx, { ...row, kind }, dependencies)).length > 0) return;
        await delay(tx, row);
      });
    }
  }

  const list = auditedList({ db, clock }, approvalList);
  const selectionOf = ({ uid, role }: Person, state: ApprovalState | undefined) => ({
    state,
    kinds: kindsFor(role),
    readerUid: uid,
  });

  return {
    /**
     * Asks for something, within the transaction of whoever found it sound. Where nobody else may decide, it
     * takes effect a day later, and a mail says so. Refuses a second request on the same subject.
     */
    async ask(tx: Transaction, actor: Person, input: AskInput): Promise<AskedApproval> {
      const at = clock();
      const [row] = await tx
        .insert(table)
        .values({ id: randomUUID(), ...input, askedBy: actor.uid, askedAt: at })
        .onConflictDoNothing()
        .returning();
      if (!row) throw refuse('Conflict', waitingMessage);
      await audit(tx, actor, 'ask', row);
      const deciders = await decidersOf(tx, { ...input, askedBy: actor.uid }, dependencies);
      if (deciders.length === 0) await delay(tx, row);
      const approval = await read(tx, row.id, actor.uid);
      await mailWaiting(tx, approval, deciders, dependencies);
      return { id: row.id, dueAt: approval.dueAt };
    },

    /** The request on a subject that waits for a decision; undefined where none does. */
    async waitingOn(tx: Transaction, kind: AskInput['kind'], subjectId: string) {
      const [row] = await tx
        .select({ id: table.id, askedAt: table.askedAt })
        .from(table)
        .where(
          and(eq(table.kind, kind), eq(table.subjectId, subjectId), eq(table.state, 'waiting')),
        );
      return row && { id: row.id, askedAt: toTimestamp(row.askedAt) };
    },

    /** What waits, then what is over, as far as the reader may decide on it. */
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

    /** Decides as the second person. Of two at once one wins; a refusal of the effect leaves it waiting. */
    async decide(
      actor: Person,
      id: string,
      { outcome, note }: ApprovalDecision,
    ): Promise<Approval> {
      const { approval, subjectId } = await transaction(db, async (tx) => {
        const row = await waiting(tx, actor, id);
        if (actor.uid === row.askedBy || actor.uid === row.subjectId) {
          throw refuse('Conflict', anotherMessage);
        }
        if (outcome === 'approve') await carryOut(tx, row, actor);
        await audit(tx, actor, outcome === 'approve' ? 'approve' : 'reject', row);
        const state = outcome === 'approve' ? 'done' : 'declined';
        return {
          approval: await end(tx, row, actor, { state, note }),
          subjectId: row.subjectId,
        };
      });
      forget(subjectId);
      return approval;
    },

    /** Takes a request of one's own back. */
    async withdraw(actor: Person, id: string): Promise<Approval> {
      return transaction(db, async (tx) => {
        const row = await waiting(tx, actor, id);
        if (actor.uid !== row.askedBy) throw refuse('Conflict', notYoursMessage);
        await audit(tx, actor, 'withdraw', row);
        return end(tx, row, actor, { state: 'withdrawn', note: '' });
      });
    },

    /** Carries out what is due by time, and gives what has lost its second person a day. Swept every hour. */
    async settleByTime(): Promise<void> {
      await delayStranded();
      const due = await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.state, 'waiting'), lte(table.dueAt, clock())))
        .orderBy(asc(table.dueAt))
        .limit(mostAtOnce);
      for (const { id } of due) await decideByTime(id);
    },
  };
};
export type Approvals = ReturnType<typeof approvals>;
