import { eq } from 'drizzle-orm';
import { type Approval, type ApprovalState, soleDelayHours } from '#domain/approvals/approval.ts';
import {
  AssociateMergeChange,
  BankAccountChange,
  MonthCloseChange,
  RemittanceRunChange,
  RoleChange,
} from '#domain/approvals/approval-change.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { writeAudit } from '#server/audit/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { approvals as table } from '#server/db/schema/people.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type AskInput, type Effects, mayStillAsk } from './approval-kinds.ts';
import { type Reader, selectApprovals, toApprovals } from './approval-list.ts';
import { mailDecided, mailDelayed } from './approval-mails.ts';
import { currentOrigin } from './current-origin.ts';

export const absentMessage = 'お探しの依頼が見つかりませんでした。';
const askerGoneMessage = '依頼した方が担当を離れたため、反映できません。改めてご依頼ください。';

const delayMs = soleDelayHours * 60 * 60_000;

export type ApprovalRow = typeof table.$inferSelect;

export type ApprovalDeps = Pick<
  Dependencies,
  'db' | 'workDb' | 'clock' | 'publicUrl' | 'secret' | 'operatorEmail' | 'allowSampleSignIns'
> & {
  effects: Effects;
  /** Called for the subject once something took effect: a role may be another one. */
  forget: (uid: string) => void;
};

/** What happens to a request within a transaction, whether a person or time decides it. */
export const approvalSteps = (dependencies: ApprovalDeps) => {
  const { clock, effects } = dependencies;

  async function audit(tx: Transaction, actor: { uid: string }, verb: string, row: ApprovalRow) {
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
    const rows = await selectApprovals(tx).where(eq(table.id, id));
    const reader: Reader = { readerUid, via: currentOrigin() };
    const [approval] = await toApprovals(tx, rows, reader, dependencies);
    if (!approval) throw refuse('NotFound', absentMessage);
    return approval;
  }

  /** Gives it the moment at which time decides, and says so by mail. */
  async function delay(tx: Transaction, { id, askedBy }: Pick<ApprovalRow, 'id' | 'askedBy'>) {
    const dueAt = new Date(clock().getTime() + delayMs);
    await tx.update(table).set({ dueAt }).where(eq(table.id, id));
    await mailDelayed(tx, await read(tx, id, askedBy), askedBy, dependencies);
  }

  async function end(
    tx: Transaction,
    row: ApprovalRow,
    actor: { uid: string },
    { state, note }: { state: Exclude<ApprovalState, 'waiting'>; note: string },
  ): Promise<Approval> {
    const { device, from } = currentOrigin();
    const decided = {
      ...{ state, decidedBy: actor.uid, decidedAt: clock(), decisionNote: note },
      ...{ decidedDevice: device, decidedFrom: from },
    };
    await tx.update(table).set(decided).where(eq(table.id, row.id));
    const approval = await read(tx, row.id, actor.uid);
    if (state !== 'withdrawn') await mailDecided(tx, approval, row.askedBy, dependencies);
    return approval;
  }

  /** Carries it out. Refuses where who asked could not ask for it any more. */
  async function carryOut(
    tx: Transaction,
    row: ApprovalRow,
    actor: { uid: string },
  ): Promise<void> {
    const { id, subjectId, askedBy } = row;
    const asked = { kind: row.kind as AskInput['kind'], askedBy };
    if (!(await mayStillAsk(tx, asked, dependencies))) throw refuse('Conflict', askerGoneMessage);
    const approval = { id, subjectId, askedBy };
    if (asked.kind === 'remittance-run') {
      const change = RemittanceRunChange.parse(row.change);
      await effects['remittance-run'](tx, { ...approval, change }, actor);
      return;
    }
    if (asked.kind === 'month-close') {
      const change = MonthCloseChange.parse(row.change);
      await effects['month-close'](tx, { ...approval, change }, actor);
      return;
    }
    if (asked.kind === 'associate-merge') {
      const change = AssociateMergeChange.parse(row.change);
      await effects['associate-merge'](tx, { ...approval, change }, actor);
      return;
    }
    if (asked.kind === 'role') {
      await effects.role(tx, { ...approval, change: RoleChange.parse(row.change) }, actor);
    } else {
      const change = BankAccountChange.parse(row.change);
      await effects['bank-account'](tx, { ...approval, change }, actor);
    }
  }

  return { audit, read, delay, end, carryOut };
};
