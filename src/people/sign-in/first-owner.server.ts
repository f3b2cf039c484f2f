import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { linkPersons } from '#people/approvals/another-person.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import type { FirstOwner } from '#people/setup/first-owner.ts';
import { isSetupLinkAlive, redeemSetupLink } from '#people/setup/setup-link.server.ts';
import { countTry, emailTaken } from './account-messages.server.ts';
import { openFreshSession } from './admit.server.ts';
import type { AuthDependencies, Caller, WithCookies } from './auth-dependencies.server.ts';
import { createCredential, releaseUnfinished } from './credentials.server.ts';
import { refuseWeakPassword } from './passwords/new-password.server.ts';
import { hashPassword } from './passwords.server.ts';
import type { SignedIn } from './sign-in.ts';

const deadLinkMessage =
  'このリンクは使えなくなっています。サーバーを起動し直すと、運営する人がまだいないときは、新しいリンクが表示されます。';

/** Takes over an installation without an owner, by the link printed at its start. */
export const firstOwner = (dependencies: AuthDependencies) => {
  const { db, clock, secret, attempts } = dependencies;

  const count = (caller: Caller) =>
    countTry(attempts, [['setting up by address', countedAddress(caller.address)]]);

  async function refuseDead(caller: Caller): Promise<never> {
    const event = { kind: 'role', outcome: 'failed', who: 'unknown' } as const;
    await noteEvent(
      db,
      { ...event, address: caller.address, details: { to: 'owner' } },
      dependencies,
    );
    throw refuse('Gone', deadLinkMessage);
  }

  /**
   * Creates the owner, with link, audit entry and security event. Reading the server's output vouches for the address.
   */
  async function insertOwner(tx: Transaction, body: FirstOwner, passwordHash: string) {
    const { email, lastName, firstName } = body;
    const now = clock();
    await releaseUnfinished(tx, email, now);
    const uid = await createCredential(tx, { email, passwordHash, isVerified: true, now });
    if (uid === undefined) return undefined;
    await tx
      .insert(users)
      .values({ uid, email, lastName, firstName, role: 'owner', createdAt: now });
    const link = { uid, byUid: null, fromRole: 'donor', toRole: 'owner', at: now } as const;
    await linkPersons(tx, { ...link, way: 'installed' });
    await audit(tx, { uid }, 'role.change', ['user', uid], { at: now, from: null, to: 'owner' });
    const event = { kind: 'role', outcome: 'done', who: { uid } } as const;
    await noteEvent(tx, { ...event, details: { to: 'owner' } }, { clock, secret });
    return uid;
  }

  return {
    /** Refuses a dead link before the form is filled in. */
    async checkSetupLink(caller: Caller, token: string): Promise<void> {
      const counted = await count(caller);
      if (!(await isSetupLinkAlive(db, token))) await refuseDead(caller);
      await counted.succeeded();
    },

    /** Creates the owner and opens their session; consumes the link. Refuses a dead link and an e-mail in use. */
    async takeOver(caller: Caller, body: FirstOwner): Promise<WithCookies<SignedIn>> {
      const { email, password, token, lastName, firstName } = body;
      refuseWeakPassword(dependencies, password, {
        path: 'password',
        own: [email, lastName, firstName],
      });
      await count(caller);
      const passwordHash = await hashPassword(password, dependencies.passwordCost);
      const made = await transaction(db, async (tx) => {
        if (!(await redeemSetupLink(tx, token))) return 'dead';
        const uid = await insertOwner(tx, body, passwordHash);
        // Rolls back the use of the link: another address may be tried.
        if (uid === undefined) throw await emailTaken(dependencies, caller, email, 'email');
        const person = { uid, isRemembered: true, isShown: false };
        return { uid, cookiesOf: await openFreshSession(tx, dependencies, caller, person) };
      });
      if (made === 'dead') return refuseDead(caller);
      const user = { id: made.uid, email, emailVerified: true };
      const cookies = await made.cookiesOf();
      return { body: { user, twoFactor: false, methods: [] }, cookies };
    },
  };
};
