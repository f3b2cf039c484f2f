import { and, asc, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { may } from '#kit/permissions/permissions.ts';
import { type StaffRole, staffRoleLabels } from '#kit/permissions/roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { staffMemberships as memberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { noteRetraction } from '#people/retractions/retractions.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { hasSecondFactor } from '#people/sign-in/second-factor/factors.server.ts';
import { lockPersonRecord } from '#people/sign-in/services/identities.server.ts';
import { endSessionsOf } from '#people/sign-in/tokens/sessions.server.ts';
import type { AssociatePeople, StaffPerson, StaffRoleChange } from './associate-people.ts';
import { mostPeople, type StaffInvitationDraft } from './invitation.ts';
import {
  countInvitation,
  openInvitations,
  resendInvitation,
  sendInvitation,
  withdrawInvitation,
} from './invitations.server.ts';
import { endSessionsOfOther, openSessions, ownSessionsMessage } from './remote-sessions.server.ts';
import { mailRoleChange } from './role-mail.server.ts';

const viewerMessage = 'この操作は、編集できる担当者の方にお願いしています。';

type Member = Pick<Person, 'role' | 'staffRoles'>;

/** A member's role in an organisation. Non-members get the same refusal as for an unknown organisation. */
function demandMember({ role, staffRoles }: Member, associateId: string): StaffRole {
  const own = Object.hasOwn(staffRoles, associateId) ? staffRoles[associateId] : undefined;
  if (role !== 'staff' || own === undefined) throw notFound('団体');
  return own;
}

/** Requires an editor; refuses viewers. */
function demandEditor(person: Member, associateId: string): void {
  if (demandMember(person, associateId) !== 'editor') throw refuse('Forbidden', viewerMessage);
}

const noPersonMessage = 'お探しの方は、この団体の担当者に見つかりませんでした。';
const selfMessage =
  'ご自身の役割は変えられません。ほかの編集できる担当者か、運営にご依頼ください。';
const lastEditorMessage = '編集できる担当者が1人もいなくなるため、この変更は運営にご依頼ください。';
const alreadyMessage = 'この方は、すでにこの団体の担当者です。';
const tooManyMessage = `担当者は${mostPeople}人までです。`;

type Deps = Dependencies & { forget: (uid: string) => void };

/** Staff of an organisation, for its editors and for operators. */
export const associatePeople = (dependencies: Deps) => {
  const { db, clock, forget } = dependencies;

  /** Name of the organisation. Refuses unknown ones, and for staff all but their own. */
  async function demandAccess(
    tx: Transaction,
    actor: Person,
    associateId: string,
    isChange: boolean,
  ) {
    if (actor.role === 'staff') {
      if (isChange) demandEditor(actor, associateId);
      else demandMember(actor, associateId);
    }
    const [row] = await tx
      .select({ name: associates.name })
      .from(associates)
      .where(eq(associates.id, associateId));
    if (!row) throw notFound('団体');
    return row.name;
  }

  const mayChange = ({ role, staffRoles }: Person, associateId: string) =>
    role === 'staff' ? staffRoles[associateId] === 'editor' : may(role, 'associates.edit');

  async function peopleOf(tx: Transaction, associateId: string, reader: Person) {
    const rows = await tx
      .select({
        uid: users.uid,
        email: users.email,
        name: personName(sql`${users.uid}`),
        staffRole: memberships.role,
        hasSecondFactor: hasSecondFactor(sql`${users.uid}`),
        lastSignInAt: users.lastSignInAt,
        sessionCount: openSessions(sql`${users.uid}`),
      })
      .from(memberships)
      .innerJoin(users, eq(users.uid, memberships.uid))
      .where(and(eq(memberships.associateId, associateId), eq(users.role, 'staff')))
      .orderBy(asc(memberships.createdAt), asc(memberships.uid))
      .limit(mostPeople);
    return rows.map(
      (row): StaffPerson => ({
        ...row,
        staffRole: row.staffRole as StaffRole,
        lastSignInAt: row.lastSignInAt && toTimestamp(row.lastSignInAt),
        isSelf: row.uid === reader.uid,
      }),
    );
  }

  /**
   * Another member's role, with all members locked, so that two editors removed at once cannot both go. Refuses the
   * actor's own role. Refuses staff actors if no editor would remain; `after` is the new role.
   */
  async function lockedRole(
    tx: Transaction,
    actor: Person,
    { associateId, uid }: { associateId: string; uid: string },
    after: StaffRole | undefined,
  ): Promise<StaffRole> {
    const rows = await tx
      .select({ uid: memberships.uid, staffRole: memberships.role })
      .from(memberships)
      .innerJoin(users, eq(users.uid, memberships.uid))
      .where(and(eq(memberships.associateId, associateId), eq(users.role, 'staff')))
      .orderBy(asc(memberships.uid))
      .for('update', { of: memberships });
    const own = rows.find((row) => row.uid === uid);
    if (!own) throw refuse('NotFound', noPersonMessage);
    if (uid === actor.uid) throw refuse('Conflict', selfMessage);
    const isEditorElsewhere = rows.some((row) => row.uid !== uid && row.staffRole === 'editor');
    const losesEditor = own.staffRole === 'editor' && after !== 'editor' && !isEditorElsewhere;
    if (losesEditor && actor.role === 'staff') throw refuse('Conflict', lastEditorMessage);
    return own.staffRole as StaffRole;
  }

  async function auditChange(
    tx: Transaction,
    actor: Person,
    { uid, associateId }: { uid: string; associateId: string },
    { verb, from, to }: { verb: string; from: StaffRole; to: StaffRole | 'none' },
  ) {
    await audit(tx, actor, `staff-people.${verb}`, ['user', uid], {
      at: clock(),
      associate: associateId,
      from,
      to,
    });
    const event = { kind: 'role', outcome: 'done', who: { uid } } as const;
    await noteEvent(tx, { ...event, details: { to } }, dependencies);
  }

  /** Deletes a membership. With the last one the person is no longer staff and their sessions end. */
  async function takeMembership(tx: Transaction, uid: string, associateId: string) {
    await tx
      .delete(memberships)
      .where(and(eq(memberships.uid, uid), eq(memberships.associateId, associateId)));
    const retraction = { kind: 'membership', subject: [uid, associateId] } as const;
    await noteRetraction(tx, dependencies, retraction, clock());
    if ((await tx.$count(memberships, eq(memberships.uid, uid))) > 0) return;
    await tx
      .update(users)
      .set({ role: 'donor' })
      .where(and(eq(users.uid, uid), eq(users.role, 'staff')));
    await endSessionsOf(tx, uid);
  }

  return {
    /** Members of an organisation and open invitations. */
    associatePeople: (actor: Person, associateId: string): Promise<AssociatePeople> =>
      transaction(db, async (tx) => {
        await demandAccess(tx, actor, associateId, false);
        const at = clock();
        const people = await peopleOf(tx, associateId, actor);
        await audit(tx, actor, 'staff-people.list', ['associate', associateId], {
          at,
          ids: people.map(({ uid }) => uid),
        });
        const invitations = await openInvitations(tx, associateId, at);
        return { people, invitations, mayChange: mayChange(actor, associateId) };
      }),

    /** Invites a person to an organisation. Refuses current members. */
    inviteStaff: (
      actor: Person,
      { associateId, email, staffRole }: StaffInvitationDraft & { associateId: string },
    ): Promise<void> =>
      transaction(db, async (tx) => {
        await demandAccess(tx, actor, associateId, true);
        const people = await peopleOf(tx, associateId, actor);
        if (people.some((person) => person.email === email)) {
          throw refuse('Conflict', alreadyMessage);
        }
        if (people.length >= mostPeople) throw refuse('Conflict', tooManyMessage);
        await countInvitation(tx, actor, dependencies);
        const input = { email, role: 'staff', associateId, staffRole } as const;
        await sendInvitation(tx, actor, input, dependencies);
      }),

    async changeStaffRole(
      actor: Person,
      { associateId, uid }: { associateId: string; uid: string },
      { from, to }: StaffRoleChange,
    ): Promise<void> {
      await transaction(db, async (tx) => {
        const name = await demandAccess(tx, actor, associateId, true);
        const membership = { associateId, uid };
        if ((await lockedRole(tx, actor, membership, to)) !== from) throw stale();
        if (from === to) return;
        await tx
          .update(memberships)
          .set({ role: to })
          .where(and(eq(memberships.uid, uid), eq(memberships.associateId, associateId)));
        await auditChange(tx, actor, membership, { verb: 'change', from, to });
        const label = (role: StaffRole) => `${name}：${staffRoleLabels[role]}`;
        await mailRoleChange(tx, uid, { from: label(from), to: label(to) }, dependencies);
      });
      forget(uid);
    },

    /** Removes a person from an organisation. Their past actions stay on record. */
    async removeStaff(
      actor: Person,
      { associateId, uid }: { associateId: string; uid: string },
    ): Promise<void> {
      await transaction(db, async (tx) => {
        const name = await demandAccess(tx, actor, associateId, true);
        // Serialises two organisations that remove the same person at once.
        await lockPersonRecord(tx, uid);
        const membership = { associateId, uid };
        const from = await lockedRole(tx, actor, membership, undefined);
        await takeMembership(tx, uid, associateId);
        await auditChange(tx, actor, membership, { verb: 'remove', from, to: 'none' });
        const label = `${name}：${staffRoleLabels[from]}`;
        await mailRoleChange(tx, uid, { from: label, to: `${name}：担当なし` }, dependencies);
      });
      forget(uid);
    },

    /** Signs a member out everywhere, within a second. */
    async endStaffSessions(
      actor: Person,
      { associateId, uid }: { associateId: string; uid: string },
    ): Promise<void> {
      await transaction(db, async (tx) => {
        await demandAccess(tx, actor, associateId, true);
        const isMember = and(eq(memberships.uid, uid), eq(memberships.associateId, associateId));
        if ((await tx.$count(memberships, isMember)) === 0)
          throw refuse('NotFound', noPersonMessage);
        if (uid === actor.uid) throw refuse('Conflict', ownSessionsMessage);
        await endSessionsOfOther(tx, actor, uid, dependencies);
      });
      forget(uid);
    },

    resendStaffInvitation: (actor: Person, associateId: string, id: string): Promise<void> =>
      transaction(db, async (tx) => {
        await demandAccess(tx, actor, associateId, true);
        await resendInvitation(tx, actor, { id, associateId }, dependencies);
      }),

    withdrawStaffInvitation: (actor: Person, associateId: string, id: string): Promise<void> =>
      transaction(db, async (tx) => {
        await demandAccess(tx, actor, associateId, true);
        await withdrawInvitation(tx, actor, { id, associateId }, dependencies);
      }),
  };
};
