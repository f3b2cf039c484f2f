import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type Approval, type ApprovalState, soleDelayHours } from '#domain/approvals/approval.ts';
import {
  AssociateMergeChange,
  BankAccountChange,
  FundPayoutChange,
  MonthCloseChange,
  RemittanceRunChange,
  RoleChange,
} from '#domain/approvals/approval-change.ts';
import type { ShownLine } from '#domain/approvals/shown.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { writeAudit } from '#server/audit/audit.ts';
import type { Transaction } from '#server/db/database.ts';
import { approvals as table } from '#server/db/schema/people.ts';
import type { Dependencies } from '#server/dependencies.ts';
import {
  type ApprovalInput,
  type AskInput,
  type Effects,
  mayStillAsk,
  type Shows,
} from './approval-kinds.ts';
import { type Reader, selectApprovals, toApprovals } from './approval-list.ts';
import { mailDecided, mailDelayed } from './approval-mails.ts';
import { currentOrigin } from './current-origin.ts';

export const absentMessage = 'お探しの依頼が見つかりませんでした。';
const askerGoneMessage = '依頼した方が担当を離れたため、反映できません。改めてご依頼ください。';

const delayMs = soleDelayHours * 60 * 60_000;

export type ApprovalRow = typeof table.$inferSelect;
export type Shown = { lines: ShownLine[]; digest: string };
type Askable = AskInput['kind'];

const changeSchemas = {
  role: RoleChange,
  'bank-account': BankAccountChange,
  'remittance-run': RemittanceRunChange,
  'month-close': MonthCloseChange,
  'associate-merge': AssociateMergeChange,
  'fund-payout': FundPayoutChange,
} as const satisfies Record<Askable, unknown>;

export type ApprovalDeps = Pick<
  Dependencies,
  'db' | 'workDb' | 'clock' | 'publicUrl' | 'secret' | 'operatorEmail' | 'allowSampleSignIns'
> & {
  effects: Effects;
  shows: Shows;
  /** Drops the subject's cached sessions after an effect, which may change a role. */
  forget: (uid: string) => void;
};

/** Steps of a request within a transaction, decided by a person or by time. */
export const approvalSteps = (dependencies: ApprovalDeps) => {
  const { clock, effects, shows } = dependencies;

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

  /** Sets the time when it takes effect without a second person, and notifies by mail. */
  async function delay(tx: Transaction, { id, askedBy }: Pick<ApprovalRow, 'id' | 'askedBy'>) {
    const dueAt = new Date(clock().getTime() + delayMs);
    await tx.update(table).set({ dueAt }).where(eq(table.id, id));
    await mailDelayed(tx, await read(tx, id, askedBy), askedBy, dependencies);
  }

  async function end(
    tx: Transaction,
    row: ApprovalRow,
    actor: { uid: string },
    {
      state,
      note,
      shown,
    }: { state: Exclude<ApprovalState, 'waiting'>; note: string; shown?: Shown },
  ): Promise<Approval> {
    const { device, from } = currentOrigin();
    const decided = {
      ...{ state, decidedBy: actor.uid, decidedAt: clock(), decisionNote: note },
      ...{ decidedDevice: device, decidedFrom: from },
      ...(shown && { shown: shown.lines, digest: shown.digest }),
    };
    await tx.update(table).set(decided).where(eq(table.id, row.id));
    const approval = await read(tx, row.id, actor.uid);
    if (state !== 'withdrawn') await mailDecided(tx, approval, row.askedBy, dependencies);
    return approval;
  }

  const inputOf = (row: ApprovalRow): { kind: Askable; input: ApprovalInput<never> } => {
    const { id, subjectId, askedBy } = row;
    const kind = row.kind as Askable;
    // Each kind has its own schema and its own registered effect.
    const change = changeSchemas[kind].parse(row.change) as never;
    return { kind, input: { id, subjectId, askedBy, change } };
  };

  /** Current effects, line by line, unusual ones first, with a digest of them and the request. */
  async function show(tx: Transaction, row: ApprovalRow): Promise<Shown> {
    const { kind, input } = inputOf(row);
    const found = await shows[kind](tx, input);
    const isMarked = ({ marks }: ShownLine) => marks.length > 0;
    const lines = [...found.filter(isMarked), ...found.filter((line) => !isMarked(line))];
    const { id, title, subject, facts, appraisalIds, reason, askedBy, askedVia } = await read(
      tx,
      row.id,
      row.askedBy,
    );
    const digested = [id, title, subject, facts, appraisalIds, reason, askedBy, askedVia, lines];
    return { lines, digest: createHash('sha256').update(JSON.stringify(digested)).digest('hex') };
  }

  /** Carries it out. Refuses if the requester may no longer request it. */
  async function carryOut(
    tx: Transaction,
    row: ApprovalRow,
    actor: { uid: string },
  ): Promise<void> {
    const { kind, input } = inputOf(row);
    if (!(await mayStillAsk(tx, { kind, askedBy: row.askedBy }, dependencies))) {
      throw refuse('Conflict', askerGoneMessage);
    }
    await effects[kind](tx, input, actor);
  }

  return { audit, read, show, delay, end, carryOut };
};
