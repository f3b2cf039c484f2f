import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { linkPersons } from '#people/approvals/another-person.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import type { OpenFreshSession } from '#people/sign-in/admit.server.ts';
import type { Caller } from '#people/sign-in/auth-dependencies.server.ts';
import {
  createCredential,
  findCredential,
  releaseUnfinished,
  unfinishedAfterMs,
} from '#people/sign-in/credentials.server.ts';
import {
  refuseShortSolePassword,
  refuseWeakPassword,
} from '#people/sign-in/passwords/new-password.server.ts';
import { hashPassword } from '#people/sign-in/passwords.server.ts';
import { lockPersonRecord } from '#people/sign-in/services/identities.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';
import { endSessionsOf, isRememberedSession } from '#people/sign-in/tokens/sessions.server.ts';
import type { InvitationFacts, InvitedRegistration } from './invitation.ts';
import {
  type InvitationRow,
  invitationOf,
  placeOf,
  redeemInvitation,
  roleLabelOf,
} from './invitations.server.ts';

const registeredMessage =
  'このメールアドレスはすでに登録されています。ログインしてから、招待をお引き受けください。';
const anotherPersonMessage =
  'この招待は、いまログインしている方とは別のメールアドレスにお送りしたものです。ログアウトして、招待の届いたメールアドレスでログインしてください。';
const alreadyMessage =
  'すでに運営の役割をお持ちです。役割を変えるときは、運営の責任者にご相談ください。';
const adminIsNoStaffMessage =
  '運営の方は、同じメールアドレスで団体の担当者になれません。別のメールアドレスへの招待をご依頼ください。';
const staffIsNoAdminMessage =
  '団体の担当者の方は、同じメールアドレスで運営に入れません。別のメールアドレスへの招待をご依頼ください。';

/** Refuses a current role that is incompatible with the invitation. */
function demandFits({ role: invitedTo }: Pick<InvitationRow, 'role'>, role: Role) {
  if (invitedTo === 'staff') {
    if (isAdminRole(role)) throw refuse('Conflict', adminIsNoStaffMessage);
  } else {
    if (isAdminRole(role)) throw refuse('Conflict', alreadyMessage);
    if (role === 'staff') throw refuse('Conflict', staffIsNoAdminMessage);
  }
}

/**
 * Grants the invited role; for an existing member of an organisation, the new role there. Links admins to who invited
 * them. An organisation's people approve nothing, and a shared invitee must not link their inviters.
 */
async function giveRole(tx: Transaction, row: InvitationRow, uid: string, now: Date) {
  await tx.update(users).set({ role: row.role }).where(eq(users.uid, uid));
  const { associateId, staffRole, invitedBy } = row;
  if (associateId === null) {
    const toRole = row.role as Role;
    const link = { uid, byUid: invitedBy, fromRole: 'donor', toRole, at: now } as const;
    await linkPersons(tx, { ...link, way: 'invited' });
  }
  if (associateId === null || staffRole === null) return;
  await tx
    .insert(staffMemberships)
    .values({ uid, associateId, role: staffRole, createdAt: now })
    .onConflictDoUpdate({
      target: [staffMemberships.uid, staffMemberships.associateId],
      set: { role: staffRole },
    });
}

type AcceptingDeps = Dependencies & { letIn: OpenFreshSession };

/** Reading and accepting an invitation by its mailed link. */
export const accepting = (dependencies: AcceptingDeps) => {
  const { db, clock, letIn } = dependencies;
  const budget = attempts(dependencies);
  const count = ({ address }: Caller) =>
    countTry(budget, [['invitation by address', countedAddress(address)]]);
  const noteRole = (tx: Transaction, uid: string, { role }: InvitationRow) =>
    noteEvent(
      tx,
      { kind: 'role', outcome: 'done', who: { uid }, details: { to: role } },
      dependencies,
    );

  return {
    /** Facts of an invitation. Refuses used, expired and withdrawn links, all alike. */
    async readInvitation(caller: Caller, token: string): Promise<InvitationFacts> {
      const counted = await count(caller);
      const row = await invitationOf(db, token, clock());
      await counted.succeeded();
      const credential = await findCredential(db, { email: row.email });
      return {
        email: row.email,
        place: await placeOf(db, row),
        roleLabel: roleLabelOf(row),
        expiresAt: toTimestamp(row.expiresAt),
        isStaff: row.role === 'staff',
        isRegistered: credential?.isRegistered ?? false,
      };
    },

    /**
     * Accepts as the signed-in person. The link proves their e-mail, since it was mailed there. Ends their sessions
     * and starts a new one, since those of the new role are shorter. Refuses another person.
     */
    async acceptInvitation(person: Person, caller: Caller, token: string): Promise<string[]> {
      const { uid } = person;
      const counted = await count(caller);
      const startSession = await transaction(db, async (tx) => {
        const now = clock();
        const row = await redeemInvitation(tx, token, uid, now);
        await lockPersonRecord(tx, uid);
        const own = await findCredential(tx, { uid });
        if (!own || own.email !== row.email) throw refuse('Conflict', anotherPersonMessage);
        demandFits(row, own.role ?? 'donor');
        await giveRole(tx, row, uid, now);
        await tx
          .update(authUsers)
          .set({ emailVerified: true, updatedAt: now })
          .where(eq(authUsers.id, uid));
        await noteRole(tx, uid, row);
        const isRemembered = await isRememberedSession(tx, person.sessionId);
        await endSessionsOf(tx, uid);
        return letIn(tx, caller, { uid, isRemembered });
      });
      await counted.succeeded();
      return startSession();
    },

    /** Accepts as a new person: creates the account and signs in. */
    async registerInvited(
      caller: Caller,
      { token, password, ...names }: InvitedRegistration,
    ): Promise<string[]> {
      const counted = await count(caller);
      const { email } = await invitationOf(db, token, clock());
      const own = [email, ...Object.values(names)];
      refuseWeakPassword(dependencies, password, { path: 'password', own });
      refuseShortSolePassword(password, 'password');
      const passwordHash = await hashPassword(password, dependencies.passwordCost);
      const startSession = await transaction(db, async (tx) => {
        const now = clock();
        // The owner of the mailbox takes precedence over an unfinished registration of its address.
        await releaseUnfinished(tx, email, new Date(now.getTime() + unfinishedAfterMs + 1));
        const uid = await createCredential(tx, { email, passwordHash, isVerified: true, now });
        if (uid === undefined) throw refuse('Conflict', registeredMessage);
        await tx.insert(users).values({ uid, email, ...names, createdAt: now });
        const row = await redeemInvitation(tx, token, uid, now);
        await giveRole(tx, row, uid, now);
        const who = { uid, email };
        await noteEvent(tx, { kind: 'sign-up', outcome: 'done', who }, dependencies);
        await noteRole(tx, uid, row);
        return letIn(tx, caller, { uid, isRemembered: false });
      });
      await counted.succeeded();
      return startSession();
    },
  };
};
