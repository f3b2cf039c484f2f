import type { Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import { Email } from '#kit/values/email.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { mayReveal } from '#people/sign-in/account-messages.server.ts';
import { admit } from '#people/sign-in/admit.server.ts';
import type { AuthDependencies, Caller } from '#people/sign-in/auth-dependencies.server.ts';
import { type Credential, findCredential } from '#people/sign-in/credentials.server.ts';
import { rememberDevice } from '#people/sign-in/known-devices.server.ts';
import { type ServiceOutcome, serviceProblems } from '#people/sign-in/sign-in-service.ts';
import { holderOfIdentity, linkIdentity, lockIfVerified } from './identities.server.ts';
import type { Identity } from './oidc-protocol.server.ts';
import type { OidcProvider } from './oidc-setting.server.ts';
import { serviceCookie } from './service-cookie.server.ts';
import { notifyOfLink } from './service-links.server.ts';

type Outcome = { outcome: ServiceOutcome; cookies?: string[] };

/**
 * Admits an identity of a service: to its linked account; to the account of its e-mail, if verified on both sides
 * (docs/decisions/0011); to registration; or returns why not.
 */
export async function admitByService(
  dependencies: AuthDependencies,
  caller: Caller,
  provider: OidcProvider,
  identity: Identity,
): Promise<Outcome> {
  const { db, clock, allowSampleSignIns } = dependencies;
  const { accountId, isEmailVerified } = identity;
  const linked = { service: provider.id, accountId };

  /** Operators sign in only by password and code, so that no service opens the admin area. */
  async function letIn(
    person: Credential,
    within?: (tx: Transaction) => Promise<void>,
  ): Promise<Outcome> {
    if (isAdminRole(person.role)) return { outcome: 'password-only' };
    if (person.isSample && !allowSampleSignIns) return { outcome: 'failed' };
    if (person.isLocked) return { outcome: 'locked' };
    const { cookies, methods } = await admit(dependencies, caller, person, {
      isRemembered: true,
      ...(within && { within }),
    });
    if (methods.length > 0) return { outcome: 'code', cookies };
    const event = { kind: 'sign-in', outcome: 'done', who: { uid: person.uid } } as const;
    await noteEvent(db, { ...event, details: { service: provider.id } }, dependencies);
    const known = await rememberDevice(dependencies, caller, person, { isRemembered: true });
    return { outcome: 'signed-in', cookies: [...cookies, ...known] };
  }

  const uid = await holderOfIdentity(db, linked);
  const holder = uid === undefined ? undefined : await findCredential(db, { uid });
  if (holder) return letIn(holder);

  const email = Email.safeParse(identity.email).data ?? '';
  const namesake = email === '' ? undefined : await findCredential(db, { email });
  if (namesake?.isRegistered) {
    if (isEmailVerified && namesake.emailVerified) {
      return letIn(namesake, async (tx) => {
        const isLinked =
          (await lockIfVerified(tx, namesake.uid, email)) &&
          (await linkIdentity(tx, namesake.uid, linked, clock()));
        if (!isLinked) throw refuse('Conflict', serviceProblems.failed);
        await notifyOfLink(tx, 'link', namesake, provider, dependencies);
      });
    }
    // Reveals an account to a verified owner of the address, to others within the budget.
    if (isEmailVerified || (await mayReveal(dependencies, caller, email))) {
      return { outcome: 'password-first' };
    }
  }
  const { firstName, lastName } = identity;
  const cookie = await serviceCookie(dependencies).keep({
    kind: 'newcomer',
    ...linked,
    email,
    isEmailVerified,
    firstName,
    lastName,
  });
  return { outcome: 'newcomer', cookies: [cookie] };
}
