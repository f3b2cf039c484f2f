import { transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { noteEvent } from '#people/security/events.server.ts';
import { countTry, emailTaken } from '#people/sign-in/account-messages.server.ts';
import type {
  AuthDependencies,
  Caller,
  WithCookies,
} from '#people/sign-in/auth-dependencies.server.ts';
import { createCredential, releaseUnfinished } from '#people/sign-in/credentials.server.ts';
import { knownDevices } from '#people/sign-in/known-devices.server.ts';
import type { SignedIn } from '#people/sign-in/sign-in.ts';
import {
  type ServiceNewcomer,
  type ServiceSignUp,
  serviceProblems,
} from '#people/sign-in/sign-in-service.ts';
import { endSession, openSession } from '#people/sign-in/tokens/sessions.server.ts';
import { holderOfIdentity, linkIdentity } from './identities.server.ts';
import { Arrived, serviceCookie } from './service-cookie.server.ts';

const begunMessage =
  'このサービスでのご登録は、すでに始まっています。ログイン画面から、もう一度このサービスでログインしてください。';

/** Registration with a service's identity, which is kept in the browser meanwhile. */
export const serviceSignUp = (dependencies: AuthDependencies) => {
  const { db, clock, attempts, provider, tokens, oidcProviders } = dependencies;
  const cookie = serviceCookie(dependencies);
  const devices = knownDevices(dependencies);

  async function arrived(caller: Caller) {
    const newcomer = await cookie.open(caller.cookie, Arrived);
    const service = oidcProviders.find(({ id }) => id === newcomer?.service);
    return newcomer && service ? { ...newcomer, name: service.name } : undefined;
  }

  return {
    /** Identity just signed in at a service without an account; null if there is none. */
    async serviceNewcomer(caller: Caller): Promise<ServiceNewcomer | null> {
      const known = await arrived(caller);
      if (!known || (await holderOfIdentity(db, known)) !== undefined) return null;
      const { service: id, name, email, firstName, lastName } = known;
      return { service: { id, name }, email, firstName, lastName };
    },

    /**
     * Creates a credential opened by the service, and its session; the account follows with POST /api/users, or the
     * sign-up is taken back (docs/decisions/0011). The e-mail counts as verified if the service says so about this very
     * one. Refuses a registered e-mail.
     */
    async signUpByService(
      caller: Caller,
      { email }: ServiceSignUp,
    ): Promise<WithCookies<SignedIn>> {
      await countTry(attempts, [['sign-up by address', countedAddress(caller.address)]]);
      const known = await arrived(caller);
      if (!known) throw refuse('Gone', serviceProblems.expired);
      const emailVerified = known.isEmailVerified && known.email === email;
      const now = clock();
      const made = await transaction(db, async (tx) => {
        await releaseUnfinished(tx, email, now);
        const uid = await createCredential(tx, { email, isVerified: emailVerified, now });
        if (uid === undefined) return undefined;
        if (!(await linkIdentity(tx, uid, known, now))) throw refuse('Conflict', begunMessage);
        const endedUid = await endSession(tx, provider.sessionTokenIn(caller.cookie));
        const { device } = caller;
        const session = await openSession(tx, { uid, now, isRemembered: true, device });
        const event = { kind: 'sign-up', outcome: 'done', who: { uid } } as const;
        await noteEvent(tx, { ...event, details: { service: known.service } }, dependencies);
        return { uid, endedUid, session };
      });
      if (!made) throw await emailTaken(dependencies, caller, email, 'email');
      if (made.endedUid !== undefined) tokens.forget(made.endedUid);
      const cookies = await provider.sessionCookies(made.session);
      const device = await devices.remember(caller.cookie, { uid: made.uid, passwordHash: null });
      const user = { id: made.uid, email, emailVerified };
      return { body: { user, twoFactor: false, methods: [] }, cookies: [...cookies, device] };
    },
  };
};
