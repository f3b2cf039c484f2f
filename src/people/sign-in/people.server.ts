import { eq } from 'drizzle-orm';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { Email } from '#kit/values/email.ts';
import { staffMemberships } from '#organisations/room/room-tables.server.ts';
import type { Address, Names } from '#people/accounts/account.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { linkPersons } from '#people/approvals/another-person.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import type { AuthDependencies } from './auth-dependencies.server.ts';
import { createCredential, findCredential, setPasswordHash } from './credentials.server.ts';
import { hashPassword } from './passwords.server.ts';
import { removeSecondFactors } from './second-factor/factors.server.ts';
import { unlinkIdentities } from './services/identities.server.ts';
import { alreadyRegisteredMessage } from './sign-in.ts';
import { authUsers } from './sign-in-tables.server.ts';
import { endSessionsOf } from './tokens/sessions.server.ts';

/** A person to create directly, without registration. */
export type PersonDraft = {
  email: string;
  password: string;
  role: Role;
  names?: Names;
  address?: Address;
  tel?: string;
  isSample?: boolean;
  /** Organisations of a person with the role staff. */
  associateIds?: readonly string[];
};

/** Actor for actions of the installation itself. */
const system = { uid: 'system' };

/** Creates people without registration: operators, sample people, test people. */
export const people = ({
  db,
  workDb,
  clock,
  secret,
  tokens,
  passwordCost,
}: Pick<AuthDependencies, 'db' | 'workDb' | 'clock' | 'secret' | 'tokens' | 'passwordCost'>) => {
  async function insertPerson(tx: Transaction, draft: PersonDraft, passwordHash: string) {
    const now = clock();
    const email = Email.parse(draft.email);
    const uid = await createCredential(tx, { email, passwordHash, now });
    if (uid === undefined) throw refuse('Conflict', alreadyRegisteredMessage);
    const { role, names, address, tel = '', isSample = false, associateIds = [] } = draft;
    await tx
      .insert(users)
      .values({ uid, email, role, ...names, ...address, tel, isSample, createdAt: now });
    if (associateIds.length > 0) {
      const rows = associateIds.map((associateId) => ({ uid, associateId, createdAt: now }));
      await tx.insert(staffMemberships).values(rows);
    }
    return uid;
  }

  return {
    /** Creates a person who can sign in at once, without mails; returns the uid. Refuses an e-mail in use. */
    async createPerson(draft: PersonDraft): Promise<string> {
      const passwordHash = await hashPassword(draft.password, passwordCost);
      return transaction(db, (tx) => insertPerson(tx, draft, passwordHash));
    },

    /**
     * Ensures that the person of OPERATOR_EMAIL exists and is an owner. An existing operator is left unchanged. Any
     * other account at that address gets the role and the given password, and loses its sessions and second factors:
     * whoever registered the address before must not become the operator.
     */
    async ensureOperator({
      email: given,
      password,
    }: {
      email: string;
      password: string;
    }): Promise<'created' | 'promoted' | 'present'> {
      const email = Email.parse(given);
      const passwordHash = await hashPassword(password, passwordCost);
      const now = clock();
      return transaction(workDb, async (tx) => {
        const known = await findCredential(tx, { email });
        const [account] = known
          ? await tx.select({ role: users.role }).from(users).where(eq(users.uid, known.uid))
          : [];
        if (isAdminRole(account?.role as Role | undefined)) return 'present';
        let uid = known?.uid;
        if (uid === undefined) {
          uid = await createCredential(tx, { email, passwordHash, now });
          // Another process that starts concurrently was first.
          if (uid === undefined) return 'present';
        } else {
          await setPasswordHash(tx, uid, passwordHash, now);
          await unlinkIdentities(tx, uid);
          await removeSecondFactors(tx, uid);
          await endSessionsOf(tx, uid);
          tokens.forget(uid);
        }
        await tx.update(authUsers).set({ emailVerified: true }).where(eq(authUsers.id, uid));
        await tx
          .insert(users)
          .values({ uid, email, role: 'owner', createdAt: now })
          .onConflictDoUpdate({ target: users.uid, set: { role: 'owner' } });
        const fromRole = (account?.role as Role | undefined) ?? 'donor';
        const link = { uid, byUid: null, fromRole, toRole: 'owner', at: now } as const;
        await linkPersons(tx, { ...link, way: 'installed' });
        await audit(tx, system, 'role.change', ['user', uid], {
          at: now,
          from: account?.role ?? null,
          to: 'owner',
        });
        const event = { kind: 'role', outcome: 'done', who: { uid } } as const;
        await noteEvent(tx, { ...event, details: { to: 'owner' } }, { clock, secret });
        return known ? 'promoted' : 'created';
      });
    },
  };
};
