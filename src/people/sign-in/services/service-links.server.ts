import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import { type Credential, findCredential } from '#people/sign-in/credentials.server.ts';
import { signInAgain } from '#people/sign-in/re-sign-in.server.ts';
import {
  isOnlySignInMethod,
  onlyWayMessage,
  type ServiceUnlink,
} from '#people/sign-in/service-link.ts';
import type { ServiceOutcome } from '#people/sign-in/sign-in-service.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import {
  linkIdentity,
  lockPersonRecord,
  signInMethodsOf,
  unlinkService,
} from './identities.server.ts';
import { linkedService, type OidcProvider } from './oidc-setting.server.ts';

/** The session that requested a link, and its person. */
type LinkIntent = { uid: string; sessionId: string };

/** Audits a linked or unlinked sign-in method, and notifies the person by mail. */
export async function notifyOfLink(
  tx: Transaction,
  change: 'link' | 'unlink',
  { uid, email, name }: Pick<Credential, 'uid' | 'email' | 'name'>,
  service: Pick<OidcProvider, 'id' | 'name'>,
  dependencies: Pick<AuthDependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  await audit(tx, { uid }, `sign-in.${change === 'link' ? 'tie' : 'untie'}`, ['user', uid], {
    at: dependencies.clock(),
    service: service.id,
  });
  const event = { kind: 'service', outcome: 'done', who: { uid } } as const;
  await noteEvent(tx, { ...event, details: { change, service: service.id } }, dependencies);
  const kind = change === 'link' ? 'service-tied' : 'service-untied';
  await writeMail(
    tx,
    {
      kind,
      dedupeKey: `${kind}:${randomUUID()}`,
      to: email,
      uid,
      data: { name, service: service.name },
    },
    dependencies,
  );
}

/** Session of the returning browser, locked to serialise its end with the link. */
async function lockedSession(tx: Transaction, token: string | undefined) {
  if (token === undefined) return undefined;
  const [session] = await tx
    .select({ id: authSessions.id, uid: authSessions.userId })
    .from(authSessions)
    .where(and(eq(authSessions.token, token), gt(authSessions.expiresAt, sql`now()`)))
    .for('key share');
  return session;
}

/**
 * Links an identity to the account that requested it, if this browser still has the session in which the person signed
 * in anew.
 */
export function linkByIntent(
  dependencies: AuthDependencies,
  caller: Caller,
  { uid, sessionId }: LinkIntent,
  service: OidcProvider,
  { accountId }: { accountId: string },
): Promise<ServiceOutcome> {
  const { db, clock, provider } = dependencies;
  return transaction(db, async (tx) => {
    await lockPersonRecord(tx, uid);
    const session = await lockedSession(tx, provider.sessionTokenIn(caller.cookie));
    if (!session) return 'signed-out';
    if (session.uid !== uid) return 'another-person';
    if (session.id !== sessionId) return 'expired';
    const person = await findCredential(tx, { uid });
    if (!person || isAdminRole(person.role)) return 'password-only';
    if ((await signInMethodsOf(tx, uid)).serviceIds.includes(service.id)) return 'linked-already';
    const isLinked = await linkIdentity(tx, uid, { service: service.id, accountId }, clock());
    if (!isLinked) return 'linked-elsewhere';
    await notifyOfLink(tx, 'link', person, service, dependencies);
    return 'linked';
  });
}

/** Unlinking a service from one's account. */
export const serviceLinks = (dependencies: AuthDependencies) => {
  const { db, oidcProviders } = dependencies;
  return {
    /**
     * Unlinks a service from the account of a person who signs in again. Refuses the only sign-in method, and a service
     * that is not linked.
     */
    async unlinkService(
      person: Person,
      caller: Caller,
      { service, password }: ServiceUnlink,
    ): Promise<void> {
      const { uid } = person;
      await signInAgain(dependencies, person, caller, { password, path: 'password' });
      await transaction(db, async (tx) => {
        // Serialises concurrent unlinking: the second one sees that its own is the last.
        await lockPersonRecord(tx, uid);
        const { hasPassword, serviceIds } = await signInMethodsOf(tx, uid);
        const credential = await findCredential(tx, { uid });
        if (!credential || !serviceIds.includes(service)) {
          throw refuse('NotFound', 'このサービスは、アカウントにつながっていません。');
        }
        const services = serviceIds.map((id) => linkedService(oidcProviders, id));
        if (isOnlySignInMethod({ hasPassword, services }, service))
          throw refuse('Conflict', onlyWayMessage);
        await unlinkService(tx, uid, service);
        await notifyOfLink(
          tx,
          'unlink',
          credential,
          linkedService(oidcProviders, service),
          dependencies,
        );
      });
    },
  };
};
