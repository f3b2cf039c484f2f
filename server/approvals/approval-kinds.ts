import { and, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import { type ApprovalKind, approvalKinds } from '#domain/approvals/approval.ts';
import type {
  BankAccountChange,
  MonthCloseChange,
  RemittanceRunChange,
  RoleChange,
} from '#domain/approvals/approval-change.ts';
import { may, type Permission } from '#domain/auth/permissions.ts';
import { type Role, roles } from '#domain/auth/roles.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import type { Dependencies } from '#server/dependencies.ts';

/** What can be asked for, by its kind. `subjectId`: docs/decisions/0031. */
export type AskInput =
  | { kind: 'role'; subjectId: string; change: RoleChange; reason: string }
  | { kind: 'bank-account'; subjectId: string; change: BankAccountChange; reason: string }
  | { kind: 'remittance-run'; subjectId: string; change: RemittanceRunChange; reason: string }
  | { kind: 'month-close'; subjectId: string; change: MonthCloseChange; reason: string };

/** An approval as its effect is handed it. */
export type ApprovalInput<Change> = {
  id: string;
  subjectId: string;
  askedBy: string;
  change: Change;
};

/** Carries out what was approved, in the transaction of the decision; refuses what does not fit any more. */
export type Effect<Change> = (
  tx: Transaction,
  approval: ApprovalInput<Change>,
  actor: { uid: string },
) => Promise<void>;
export type Effects = {
  role: Effect<RoleChange>;
  'bank-account': Effect<BankAccountChange>;
  'remittance-run': Effect<RemittanceRunChange>;
  'month-close': Effect<MonthCloseChange>;
};

type KindFacts = {
  /** What one must still be permitted for what one asked for to be done. */
  asks: Permission;
  /** What one needs to decide. */
  decides: readonly Permission[];
};

const kindFacts: Record<ApprovalKind, KindFacts> = {
  role: { asks: 'people.change', decides: ['approvals.decide', 'people.read'] },
  'bank-account': { asks: 'bank-accounts.change', decides: ['approvals.decide'] },
  // Of before there were runs: read, and never asked for again.
  remittance: { asks: 'remittances.manage', decides: ['approvals.decide'] },
  'remittance-run': { asks: 'remittances.manage', decides: ['approvals.decide'] },
  'month-close': { asks: 'books.close', decides: ['approvals.decide'] },
};

const rolesWith = (needed: readonly Permission[]): Role[] =>
  roles.filter((role) => needed.every((permission) => may(role, permission)));

/** The kinds that a role may decide on, and therefore read. */
export const kindsFor = (role: Role): ApprovalKind[] =>
  approvalKinds.filter((kind) => rolesWith(kindFacts[kind].decides).includes(role));

type Place = Pick<Dependencies, 'allowSampleSignIns'>;

/** Whether a person can sign in at all. */
const canSignIn = ({ allowSampleSignIns }: Place) =>
  and(isNull(users.lockedAt), allowSampleSignIns ? undefined : eq(users.isSample, false));

/** Those who may decide: neither who asked, nor whom it is about. */
export async function decidersOf(
  tx: Database | Transaction,
  { kind, askedBy, subjectId }: { kind: ApprovalKind; askedBy: string; subjectId: string },
  place: Place,
): Promise<{ uid: string; email: string }[]> {
  return tx
    .select({ uid: users.uid, email: users.email })
    .from(users)
    .where(
      and(
        inArray(users.role, rolesWith(kindFacts[kind].decides)),
        notInArray(users.uid, [askedBy, subjectId]),
        canSignIn(place),
      ),
    )
    .orderBy(users.uid);
}

/** Whether who asked could still ask for it. */
export async function mayStillAsk(
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
