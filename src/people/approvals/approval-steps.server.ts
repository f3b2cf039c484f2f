import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { approvals as table } from '#people/roles/role-tables.server.ts';
import type { Approval, ApprovalState } from './approval.ts';
import {
  AssociateMergeChange,
  BankAccountChange,
  FundPayoutChange,
  MonthCloseChange,
  RemittanceRunChange,
  RoleChange,
} from './approval-change.ts';
import {
  type ApprovalInput,
  type AskInput,
  type Effects,
  requesterStillMay,
  type Shows,
} from './approval-kinds.server.ts';
import { mailDecided } from './approval-mails.server.ts';
import { type ApprovalRow, readApproval } from './approval-record.server.ts';
import { currentOrigin } from './current-origin.server.ts';
import type { ShownLine } from './shown.ts';

const askerGoneMessage = '依頼した方が担当を離れたため、反映できません。改めてご依頼ください。';

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

export type ApprovalDeps = Context & {
  effects: Effects;
  shows: Shows;
  /** Drops the subject's cached sessions after an effect, which may change a role. */
  forget: (uid: string) => void;
};

/** Steps of a request within a transaction, decided by a person or by time. */
export const approvalSteps = (dependencies: ApprovalDeps) => {
  const { clock, effects, shows } = dependencies;

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
    const approval = await readApproval(dependencies, tx, row.id, actor.uid);
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
    const { id, title, subject, facts, appraisalIds, reason, askedBy, askedVia } =
      await readApproval(dependencies, tx, row.id, row.askedBy);
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
    if (!(await requesterStillMay(tx, { kind, askedBy: row.askedBy }, dependencies))) {
      throw refuse('Conflict', askerGoneMessage);
    }
    await effects[kind](tx, input, actor);
  }

  return { show, end, carryOut };
};
