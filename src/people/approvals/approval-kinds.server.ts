import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { Permission } from '#kit/permissions/permissions.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { canSignIn, type Question, rolesWith, secondPersons } from './another-person.server.ts';
import { type ApprovalKind, approvalKinds } from './approval.ts';
import type {
  AssociateMergeChange,
  BankAccountChange,
  FundPayoutChange,
  MonthCloseChange,
  RemittanceRunChange,
  RoleChange,
} from './approval-change.ts';
import type { ShownLine } from './shown.ts';

/** Requests by kind. `subjectId`: docs/decisions/0014. */
export type AskInput =
  | { kind: 'role'; subjectId: string; change: RoleChange; reason: string }
  | { kind: 'bank-account'; subjectId: string; change: BankAccountChange; reason: string }
  | { kind: 'remittance-run'; subjectId: string; change: RemittanceRunChange; reason: string }
  | { kind: 'month-close'; subjectId: string; change: MonthCloseChange; reason: string }
  | { kind: 'associate-merge'; subjectId: string; change: AssociateMergeChange; reason: string }
  | { kind: 'fund-payout'; subjectId: string; change: FundPayoutChange; reason: string };

/** An approval as passed to its effect. */
export type ApprovalInput<Change> = {
  id: string;
  subjectId: string;
  askedBy: string;
  change: Change;
};

/** Carries out an approved change, in the transaction of the decision; refuses one that no longer applies. */
export type Effect<Change> = (
  tx: Transaction,
  approval: ApprovalInput<Change>,
  actor: { uid: string },
) => Promise<void>;

/** Current effects of a request, line by line. Never refuses: deleted subjects have no line. */
export type Show<Change> = (
  tx: Transaction,
  approval: ApprovalInput<Change>,
) => Promise<ShownLine[]>;

type Changes = { [Input in AskInput as Input['kind']]: Input['change'] };
export type Effects = { [Kind in keyof Changes]: Effect<Changes[Kind]> };
export type Shows = { [Kind in keyof Changes]: Show<Changes[Kind]> };

type KindFacts = {
  /** Permission that the requester must still have when it is carried out. */
  asks: Permission;
  /** Permissions needed to decide. */
  decides: readonly Permission[];
};

const kindFacts: Record<ApprovalKind, KindFacts> = {
  role: { asks: 'people.change', decides: ['approvals.decide', 'people.read'] },
  'bank-account': { asks: 'bank-accounts.change', decides: ['approvals.decide'] },
  // From before runs existed: read only, no longer requested.
  remittance: { asks: 'remittances.manage', decides: ['approvals.decide'] },
  'remittance-run': { asks: 'remittances.manage', decides: ['approvals.decide'] },
  'month-close': { asks: 'books.close', decides: ['approvals.decide'] },
  'associate-merge': { asks: 'associates.edit', decides: ['approvals.decide'] },
  'fund-payout': { asks: 'funds.pay', decides: ['approvals.decide'] },
};

/** Kinds that a role may decide on, and therefore read. */
export const kindsFor = (role: Role): ApprovalKind[] =>
  approvalKinds.filter((kind) => rolesWith(kindFacts[kind].decides).includes(role));

type Place = Pick<Dependencies, 'clock' | 'allowSampleSignIns'>;

/** People who may decide: neither the requester nor the subject. */
export const decidersOf = (
  tx: Database | Transaction,
  { kind, ...question }: Question & { kind: ApprovalKind },
  place: Place,
): Promise<{ uid: string; email: string }[]> =>
  secondPersons(tx, question, kindFacts[kind].decides, place);

/** Whether the requester may still request it. */
export async function requesterStillMay(
  tx: Transaction,
  { kind, askedBy }: { kind: ApprovalKind; askedBy: string },
  place: Place,
): Promise<boolean> {
  const rows = await tx
    .select({ uid: users.uid })
    .from(users)
    .where(
      and(
        eq(users.uid, askedBy),
        inArray(users.role, rolesWith([kindFacts[kind].asks])),
        canSignIn(place),
      ),
    );
  return rows.length > 0;
}
