import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { refuse } from '#domain/refusal.ts';
import { isOnlyWay, onlyWayMessage, type ServiceUntie } from '#domain/service-tie.ts';
import type { ServiceOutcome } from '#domain/sign-in-service.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { authSessions } from '#server/db/schema/auth.ts';
import { writeMail } from '#server/mail/outbox.ts';
import type { AuthDependencies, Caller } from './auth-dependencies.ts';
import { type Credential, findCredential } from './credentials.ts';
import { holdPerson, tieIdentity, untieService, waysOf } from './identities.ts';
import { type OidcProvider, tiedService } from './oidc-setting.ts';

/** The session that asked for a tie, and whose it is. */
type TieIntent = { uid: string; sessionId: string };

/** Writes down that a way to sign in came or went, and tells its person by mail. */
export async function tellOfTie(
  tx: Transaction,
  change: 'tie' | 'untie',
  { uid, email, name }: Pick<Credential, 'uid' | 'email' | 'name'>,
  service: Pick<OidcProvider, 'id' | 'name'>,
  dependencies: Pick<AuthDependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  await writeAudit(tx, {
    actor: { uid },
    action: `sign-in.${change}`,
    subjectType: 'user',
    subjectId: uid,
    details: { service: service.id },
    at: dependencies.clock(),
  });
  const kind = change === 'tie' ? 'service-tied' : 'service-untied';
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

/** The session of the browser that comes back; held, so that it ends before or after a tie. */
async function heldSession(tx: Transaction, token: string | undefined) {
  if (token === undefined) return undefined;
  const [session] = await tx
    .select({ id: authSessions.id, uid: authSessions.userId })
    .from(authSessions)
    .where(and(eq(authSessions.token, token), gt(authSessions.expiresAt, sql`now()`)))
    .for('key share');
  return session;
}

/**
 * Ties who signed in at a service to the account that asked for it, if this browser is still signed in
 * there, by the very session in which its person signed in anew.
 */
export function tieByIntent(
  dependencies: AuthDependencies,
  caller: Caller,
  { uid, sessionId }: TieIntent,
  service: OidcProvider,
  { accountId }: { accountId: string },
): Promise<ServiceOutcome> {
  const { db, clock, provider } = dependencies;
  return transaction(db, async (tx) => {
    await holdPerson(tx, uid);
    const session = await heldSession(tx, provider.sessionTokenIn(caller.cookie));
    if (!session) return 'signed-out';
    if (session.uid !== uid) return 'another-person';
    if (session.id !== sessionId) return 'expired';
    const person = await findCredential(tx, { uid });
    if (!person || person.role === 'operator') return 'password-only';
    if ((await waysOf(tx, uid)).serviceIds.includes(service.id)) return 'tied-already';
    const isTied = await tieIdentity(tx, uid, { service: service.id, accountId }, clock());
    if (!isTied) return 'tied-elsewhere';
    await tellOfTie(tx, 'tie', person, service, dependencies);
    return 'tied';
  });
}

/** How people part with a service that is tied to their account. */
export const serviceTies = (dependencies: AuthDependencies) => {
  const { db, oidcProviders } = dependencies;
  return {
    /** Unties a service from the person's account. Refuses the only way in, and one that is not tied. */
    async untieService({ uid }: Person, { service }: ServiceUntie): Promise<void> {
      await transaction(db, async (tx) => {
        // Of two at once, the second sees that its own is the last.
        await holdPerson(tx, uid);
        const { hasPassword, serviceIds } = await waysOf(tx, uid);
        const person = await findCredential(tx, { uid });
        if (!person || !serviceIds.includes(service)) {
          throw refuse('NotFound', 'このサービスは、アカウントにつながっていません。');
        }
        const services = serviceIds.map((id) => tiedService(oidcProviders, id));
        if (isOnlyWay({ hasPassword, services }, service)) throw refuse('Conflict', onlyWayMessage);
        await untieService(tx, uid, service);
        await tellOfTie(tx, 'untie', person, tiedService(oidcProviders, service), dependencies);
      });
    },
  };
};
