import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { audit } from '#kit/audit/audit.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { adminRoles, isAdminRole } from '#kit/permissions/admin-roles.ts';
import { type Role, roleLabels } from '#kit/permissions/roles.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { linkPersons, mailboxOf } from '#people/approvals/another-person.server.ts';
import type { Effects } from '#people/approvals/approval-kinds.server.ts';
import { noteRetraction } from '#people/retractions/retractions.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { findCredential } from '#people/sign-in/credentials.server.ts';
import { endSessionsOf } from '#people/sign-in/tokens/sessions.server.ts';
import type { AdminRole } from './admin-person.ts';
import { sendInvitation } from './invitations.server.ts';
import { mailRoleChange } from './role-mail.server.ts';

const lastOwnerMessage =
  '運営の責任者が1人もいなくなるため、この変更はできません。先に、ほかの方を責任者にしてください。';
const changedMessage =
  'ご依頼のあとに、対象の方の役割が変わりました。必要なときは、改めてご依頼ください。';
const alreadyAdminMessage = 'この方は、すでに運営の役割をお持ちです。';
const sameMailboxMessage =
  'このメールアドレスは、すでに運営の役割をお持ちの方と同じメールボックスに届くものです。別の方のメールアドレスを入力してください。';

/** Locks a person and all owners, so that two owners who lose their role at once cannot both. */
async function lockOwners(tx: Transaction, uid: string) {
  return tx
    .select({
      uid: users.uid,
      role: users.role,
      lockedAt: users.lockedAt,
      isSample: users.isSample,
    })
    .from(users)
    .where(or(eq(users.role, 'owner'), eq(users.uid, uid)))
    .orderBy(asc(users.uid))
    .for('update');
}

/** Refuses a change that would leave no owner. */
async function demandOwnerStays(
  tx: Transaction,
  { uid, from, to }: { uid: string; from: Role; to: Role },
  { allowSampleSignIns }: Pick<Dependencies, 'allowSampleSignIns'>,
) {
  const rows = await lockOwners(tx, uid);
  const subject = rows.find((row) => row.uid === uid);
  if (subject?.role !== from) throw refuse('Conflict', changedMessage);
  const isOwnerElsewhere = rows.some(
    (row) =>
      row.uid !== uid &&
      row.role === 'owner' &&
      row.lockedAt === null &&
      (allowSampleSignIns || !row.isSample),
  );
  if (from === 'owner' && to !== 'owner' && !isOwnerElsewhere) {
    throw refuse('Conflict', lastOwnerMessage);
  }
}

/** Refuses to invite an existing admin, by the same address or an alias. */
export async function demandNoAdmin(tx: Transaction, email: string): Promise<void> {
  const credential = await findCredential(tx, { email });
  if (isAdminRole(credential?.role)) throw refuse('Conflict', alreadyAdminMessage);
  const isAlias = and(
    ne(users.role, 'donor'),
    inArray(users.role, [...adminRoles]),
    sql`${mailboxOf(sql`${users.email}`)} = ${mailboxOf(sql`${email}::text`)}`,
  );
  if ((await tx.$count(users, isAlias)) > 0) throw refuse('Conflict', sameMailboxMessage);
}

type Deps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'allowSampleSignIns'>;

/** Applies an approved change of a person's role. */
export const roleEffect =
  (dependencies: Deps): Effects['role'] =>
  async (tx, { subjectId: uid, askedBy, change }, actor) => {
    if (change.type === 'invite') {
      const { email, to } = change;
      await demandNoAdmin(tx, email);
      const input = { email, role: to as AdminRole };
      return sendInvitation(tx, { uid: askedBy }, input, dependencies);
    }
    const { from } = change;
    const to = change.type === 'remove' ? 'donor' : change.to;
    await demandOwnerStays(tx, { uid, from, to }, dependencies);
    await tx.update(users).set({ role: to }).where(eq(users.uid, uid));
    const at = dependencies.clock();
    const link = { uid, byUid: askedBy, way: 'role', fromRole: from, toRole: to, at } as const;
    await linkPersons(tx, link);
    if (change.type === 'remove') {
      await endSessionsOf(tx, uid);
      await noteRetraction(tx, dependencies, { kind: 'role', subject: [uid] }, at);
    }
    await audit(tx, actor, 'role.change', ['user', uid], { at, from, to });
    const event = { kind: 'role', outcome: 'done', who: { uid } } as const;
    await noteEvent(tx, { ...event, details: { to } }, dependencies);
    await mailRoleChange(tx, uid, { from: roleLabels[from], to: roleLabels[to] }, dependencies);
  };
