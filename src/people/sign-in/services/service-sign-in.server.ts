import { and, eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { toRefusal } from '#kit/http/error-table.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { isAdminRole } from '#kit/permissions/admin-roles.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import type {
  AuthDependencies,
  Caller,
  WithCookies,
} from '#people/sign-in/auth-dependencies.server.ts';
import { signInAgain } from '#people/sign-in/re-sign-in.server.ts';
import { linkProblems, type ServiceLink } from '#people/sign-in/service-link.ts';
import {
  fragmentOf,
  type ServiceAddress,
  type ServiceDeparture,
  type ServiceOutcome,
  type ServiceProblem,
  type ServiceReturn,
  serviceProblems,
} from '#people/sign-in/sign-in-service.ts';
import { authSessions } from '#people/sign-in/sign-in-tables.server.ts';
import { renewSession } from '#people/sign-in/tokens/renew-session.server.ts';
import { holderOfIdentity, noteProof, signInMethodsOf } from './identities.server.ts';
import { type Identity, oidcProtocol, problemAt } from './oidc-protocol.server.ts';
import type { OidcProvider } from './oidc-setting.server.ts';
import { admitByService } from './service-admission.server.ts';
import { type Purpose, serviceCookie, UnderWay } from './service-cookie.server.ts';
import { linkByIntent } from './service-links.server.ts';

/** Tolerated difference between the clocks of provider and product. */
const clockDifferenceMs = 30_000;

/** Redirect after a sign-in at a service. */
type Return = { location: string; cookies: string[] };
type Outcome = { outcome: ServiceOutcome; cookies?: string[] };

/** Leaving for a service and returning from it (docs/decisions/0011-sign-in.md). */
export const serviceSignIn = (dependencies: AuthDependencies) => {
  const { db, clock, attempts, oidcProviders } = dependencies;
  const protocol = oidcProtocol(dependencies);
  const cookie = serviceCookie(dependencies);

  function offered(id: string): OidcProvider {
    const provider = oidcProviders.find((one) => one.id === id);
    if (!provider) throw refuse('NotFound', 'このログインの方法は、いまはご利用いただけません。');
    return provider;
  }

  async function leave(id: string, purpose: Purpose): Promise<WithCookies<ServiceAddress>> {
    const provider = offered(id);
    const startedAt = clock().getTime();
    // A linked service opens the account, so the provider has to authenticate the person again.
    const isAnew = !('page' in purpose);
    const { url, question } = await protocol.leave(provider, { isAnew }).catch((error) => {
      problemAt(provider, error);
      throw refuse('ServiceUnavailable', serviceProblems.unavailable);
    });
    const stored = await cookie.keep({
      kind: 'under-way',
      service: id,
      question,
      startedAt,
      purpose,
    });
    return { body: { url }, cookies: [stored] };
  }

  /** Records that the person of a session signed in anew; it must be the same person, just now. */
  async function recordProof(
    { uid, sessionId }: { uid: string; sessionId: string },
    { id: service }: OidcProvider,
    { accountId, authenticatedAt }: Identity,
    startedAt: number,
  ): Promise<ServiceOutcome> {
    if ((await holderOfIdentity(db, { service, accountId })) !== uid) return 'somebody-else';
    const earliest = startedAt - clockDifferenceMs;
    if (!authenticatedAt || authenticatedAt.getTime() < earliest) return 'not-anew';
    return transaction(db, async (tx) => {
      const [session] = await tx
        .select({ id: authSessions.id })
        .from(authSessions)
        .where(and(eq(authSessions.id, sessionId), eq(authSessions.userId, uid)))
        .for('key share');
      if (!session) return 'expired';
      await noteProof(tx, { uid, sessionId, now: clock() });
      return 'proven';
    });
  }

  async function outcomeOf(
    caller: Caller,
    provider: OidcProvider,
    query: string,
    { question, purpose, startedAt }: UnderWay,
  ): Promise<Outcome> {
    const counted = await countTry(attempts, [
      ['sign-in by address', countedAddress(caller.address)],
    ]);
    let identity: Identity;
    try {
      identity = await protocol.identify(provider, query, question);
    } catch (error) {
      return { outcome: problemAt(provider, error) };
    }
    await counted.succeeded();
    if ('screen' in purpose) {
      const outcome = await recordProof(purpose, provider, identity, startedAt);
      if (outcome === 'proven') await renewSession(dependencies, caller, purpose.sessionId);
      return { outcome };
    }
    if ('linkTo' in purpose) {
      const { linkTo: uid, sessionId } = purpose;
      const intent = { uid, sessionId };
      return { outcome: await linkByIntent(dependencies, caller, intent, provider, identity) };
    }
    return admitByService(dependencies, caller, provider, identity);
  }

  return {
    /** URL to sign in at a service. Refuses one that is not offered, or does not respond. */
    leaveForService: ({ service, page, back }: ServiceDeparture) => leave(service, { page, back }),

    /** The same for a person who signs in anew before a change (signInAgain). */
    leaveToSignInAgain: ({ uid, sessionId }: Person, { service, screen }: ServiceReturn) =>
      leave(service, { screen, uid, sessionId }),

    /**
     * The same for a person who links a service to their account, after signing in anew. Refuses operators, who may use
     * passwords only, and a service already linked.
     */
    async leaveToLink(person: Person, caller: Caller, { service, password }: ServiceLink) {
      const { uid, sessionId, role } = person;
      offered(service);
      if (isAdminRole(role)) throw refuse('Conflict', linkProblems['password-only']);
      const { serviceIds } = await signInMethodsOf(db, uid);
      if (serviceIds.includes(service)) throw refuse('Conflict', linkProblems['linked-already']);
      await signInAgain(dependencies, person, caller, { password, path: 'password' });
      return leave(service, { linkTo: uid, sessionId });
    },

    /**
     * Handles the return from a service, with its query. Any failure is shown on the page of the redirect; throws only
     * if the service is not offered.
     */
    async comeBack(caller: Caller, service: string, query: string): Promise<Return> {
      const provider = offered(service);
      const underWay = await cookie.open(caller.cookie, UnderWay);
      // A forged link, or another tab's answer: the sign-in in progress here continues.
      if (underWay?.service !== service) {
        return { location: placeOf({ page: 'login' }, 'expired'), cookies: [] };
      }
      if (new URLSearchParams(query).get('state') !== underWay.question.state) {
        return { location: placeOf(underWay.purpose, 'failed'), cookies: [] };
      }
      const { outcome, cookies = [] } = await outcomeOf(caller, provider, query, underWay).catch(
        (error): Outcome => ({ outcome: problemOf(error) }),
      );
      const location = placeOf(underWay.purpose, outcome);
      return { location, cookies: [cookie.cleared, ...cookies] };
    },
  };
};

/** Outcome to show for a refusal of ours; rethrows a defect. */
function problemOf(error: unknown): ServiceProblem {
  const { type } = toRefusal(error);
  if (type === 'TooManyRequests') return 'too-many';
  if (type === 'ServiceUnavailable') return 'unavailable';
  if (type === 'Conflict') return 'failed';
  throw error;
}

const accountPath = '/mypage/account';
const loginToAccount = `/login?${new URLSearchParams({ back: accountPath })}`;

/** Page that shows an outcome; it checks itself that `back` stays on the site. */
function placeOf(purpose: Purpose, outcome: ServiceOutcome): string {
  const fragment = fragmentOf(outcome);
  if ('screen' in purpose) {
    const below = purpose.screen === 'account' ? '' : `/${purpose.screen}`;
    return `${accountPath}${below}${fragment}`;
  }
  if ('linkTo' in purpose) {
    // A signed-out person cannot open the account's page.
    const page = outcome === 'signed-out' ? loginToAccount : accountPath;
    return page + fragment;
  }
  const isLogin = ['signed-in', 'code', 'password-first', 'password-only'].includes(outcome);
  const page = outcome === 'newcomer' ? 'join' : isLogin ? 'login' : purpose.page;
  const query = purpose.back === undefined ? '' : `?${new URLSearchParams({ back: purpose.back })}`;
  return `/${page}${query}${fragment}`;
}
