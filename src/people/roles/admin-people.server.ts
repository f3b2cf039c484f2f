import { createHmac } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { countRows, type Position } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { adminRoles, isAdminRole } from '#kit/permissions/admin-roles.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { canDecide } from '#people/approvals/another-person.server.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import type { RoleChange } from '#people/approvals/approval-change.ts';
import { askForApproval } from '#people/approvals/ask.server.ts';
import { hasSecondFactor } from '#people/sign-in/second-factor/factors.server.ts';
import {
  type AdminPerson,
  type AdminRole,
  type PersonRemoval,
  peoplePageSize,
  type RoleRequest,
} from './admin-person.ts';
import type { AdminInvitationDraft, InvitationOutcome, OpenInvitation } from './invitation.ts';
import {
  countInvitation,
  demandInvitable,
  openInvitations,
  resendInvitation,
  sendInvitation,
  withdrawInvitation,
} from './invitations.server.ts';
import { endSessionsOfOther, openSessions, ownSessionsMessage } from './remote-sessions.server.ts';
import { demandNoAdmin } from './role-effect.server.ts';
import { approvals as approvalsTable } from './role-tables.server.ts';

const absentMessage = 'お探しの方は、運営の一覧に見つかりませんでした。';
const selfMessage =
  'ご自身の役割は変えられません。変えるときは、ほかの運営の責任者にご依頼ください。';
const sameRoleMessage = 'いまと同じ役割です。別の役割を選んでください。';

const rank = sql`array_position(array['owner', 'operator', 'accountant', 'auditor', 'warehouse'], ${users.role})`;
const rankOf = (role: string) =>
  ['owner', 'operator', 'accountant', 'auditor', 'warehouse'].indexOf(role) + 1;

const selectPeople = (db: Database | Transaction) =>
  db
    .select({
      uid: users.uid,
      email: users.email,
      name: personName(sql`${users.uid}`),
      role: users.role,
      createdAt: users.createdAt,
      lastSignInAt: users.lastSignInAt,
      hasSecondFactor: hasSecondFactor(sql`${users.uid}`),
      sessionCount: openSessions(sql`${users.uid}`),
      isChanging: sql<boolean>`exists (select from ${approvalsTable} where ${and(
        eq(approvalsTable.kind, 'role'),
        eq(approvalsTable.subjectId, users.uid),
        eq(approvalsTable.state, 'waiting'),
      )})`,
    })
    .from(users)
    .$dynamic();
type Selection = { readerUid: string };
type Row = Awaited<ReturnType<typeof selectPeople>>[number] & Selection;

const runsService = inArray(users.role, [...adminRoles]);

const list: AuditedList<Selection, Row, AdminPerson> = {
  name: 'people',
  subjectType: 'people',
  subjectId: () => 'all',
  pageSize: peoplePageSize,
  keys: () => [
    { by: rank, direction: 'asc', type: 'integer' },
    { by: users.createdAt, direction: 'asc', type: 'timestamptz' },
    { by: users.uid, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ role, createdAt, uid }) => [rankOf(role), createdAt.getTime(), uid],
  idOf: ({ uid }) => uid,
  read: async (db, { readerUid }, part) => {
    const rows = await selectPeople(db)
      .where(and(runsService, part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit);
    return rows.map((row) => ({ ...row, readerUid }));
  },
  total: (db) => countRows(db, users, runsService),
  toItems: (_db, rows) =>
    rows.map((row) => ({
      uid: row.uid,
      name: row.name,
      email: row.email,
      role: row.role as AdminRole,
      hasSecondFactor: row.hasSecondFactor,
      lastSignInAt: row.lastSignInAt && toTimestamp(row.lastSignInAt),
      sessionCount: row.sessionCount,
      isChanging: row.isChanging,
      isSelf: row.uid === row.readerUid,
    })),
};

type AdminPeopleDeps = Context & {
  /** Drops a person's cached sessions. */
  forget: (uid: string) => void;
};

/** People who run the service: the list, and changes by owners. */
export const adminPeople = (dependencies: AdminPeopleDeps) => {
  const { db, clock, secret, forget } = dependencies;
  const pages = auditedList({ db, clock }, list);

  /** Role of another admin. Refuses the actor's own, and people who are no admins. */
  async function roleOfOther(tx: Transaction, actor: Person, uid: string, own: string) {
    const [row] = await tx.select({ role: users.role }).from(users).where(eq(users.uid, uid));
    if (!row || !isAdminRole(row.role as Role)) throw refuse('NotFound', absentMessage);
    if (uid === actor.uid) throw refuse('Conflict', own);
    return row.role as AdminRole;
  }

  const askForRole = (
    actor: Person,
    uid: string,
    { change, from, reason }: { change: RoleChange; from: AdminRole; reason: string },
  ): Promise<AskedApproval> =>
    transaction(db, async (tx) => {
      if ((await roleOfOther(tx, actor, uid, selfMessage)) !== from) throw stale();
      return askForApproval(dependencies, tx, actor, {
        kind: 'role',
        subjectId: uid,
        change,
        reason,
      });
    });

  /** Subject of the approval, hashed: one open request per e-mail, without storing the e-mail in it. */
  const invitationSubject = (email: string) =>
    createHmac('sha256', secret).update(`invitation ${email}`).digest('base64url');

  return {
    /** Admins: owners first, then operators, accountants, warehouse. */
    peopleList: {
      page: (person: Person, _: object, position: Position | undefined) =>
        pages.page(person, { readerUid: person.uid }, position),
      rows: (person: Person, _: object, encoding: CsvEncoding) =>
        pages.rows(person, { readerUid: person.uid }, encoding),
    },

    /** Requests another role for a person; a second person approves. */
    async askForRoleChange(
      actor: Person,
      uid: string,
      { from, to, reason }: RoleRequest,
    ): Promise<AskedApproval> {
      if (from === to) throw refuse('ValidationError', sameRoleMessage);
      return askForRole(actor, uid, { change: { type: 'change', from, to }, from, reason });
    },

    /** Requests removal of an admin. Their past actions stay on record. */
    askForRemoval: (
      actor: Person,
      uid: string,
      { from, reason }: PersonRemoval,
    ): Promise<AskedApproval> =>
      askForRole(actor, uid, { change: { type: 'remove', from }, from, reason }),

    /** Signs a person out everywhere, within a second. */
    async endSessions(actor: Person, uid: string): Promise<void> {
      await transaction(db, async (tx) => {
        await roleOfOther(tx, actor, uid, ownSessionsMessage);
        await endSessionsOfOther(tx, actor, uid, dependencies);
      });
      forget(uid);
    },

    /** Invites an admin. A deciding role needs a second person's approval first. */
    async invite(
      actor: Person,
      { email, role, reason }: AdminInvitationDraft,
    ): Promise<InvitationOutcome> {
      return transaction(db, async (tx) => {
        await demandNoAdmin(tx, email);
        await countInvitation(tx, actor, dependencies);
        if (!canDecide(role)) {
          await sendInvitation(tx, actor, { email, role }, dependencies);
          return { outcome: 'sent', dueAt: null };
        }
        await demandInvitable(tx, { email, associateId: null });
        const { dueAt } = await askForApproval(dependencies, tx, actor, {
          kind: 'role',
          subjectId: invitationSubject(email),
          change: { type: 'invite', email, to: role },
          reason,
        });
        return { outcome: 'asked', dueAt };
      });
    },

    /** Invitations of admins not accepted yet. */
    invitations: (actor: Person): Promise<OpenInvitation[]> =>
      transaction(db, async (tx) => {
        const at = clock();
        const open = await openInvitations(tx, null, at);
        const details = { ids: open.map(({ id }) => id) };
        const subject = { subjectType: 'invitations', subjectId: 'all' };
        await writeAudit(tx, { actor, action: 'invitations.list', ...subject, details, at });
        return open;
      }),

    resendInvitation: (actor: Person, id: string): Promise<void> =>
      transaction(db, (tx) => resendInvitation(tx, actor, { id, associateId: null }, dependencies)),

    withdrawInvitation: (actor: Person, id: string): Promise<void> =>
      transaction(db, (tx) =>
        withdrawInvitation(tx, actor, { id, associateId: null }, dependencies),
      ),
  };
};
