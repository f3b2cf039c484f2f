import type { Person } from '#kit/actor.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { type OpenFreshSession, openFreshSession } from './admit.server.ts';
import type { Caller } from './auth-dependencies.server.ts';
import { emailChanges } from './emails/email-changes.server.ts';
import { firstOwner } from './first-owner.server.ts';
import { passwordChanges } from './password-changes.server.ts';
import { people } from './people.server.ts';
import { provider } from './provider.server.ts';
import { providerEndpoints } from './provider-endpoints.server.ts';
import { type ReSignIn, signInAgain } from './re-sign-in.server.ts';
import { ownFactors } from './second-factor/own-factors.server.ts';
import { ownPasskeys } from './second-factor/own-passkeys.server.ts';
import { ownTotp } from './second-factor/own-totp.server.ts';
import { passkeySignIn } from './second-factor/passkey-sign-in.server.ts';
import { secondFactorResetRequests } from './second-factor/resets.server.ts';
import { secondStep } from './second-factor/second-step.server.ts';
import { requireShown } from './second-factor/shown.server.ts';
import { serviceLinks } from './services/service-links.server.ts';
import { serviceSignIn } from './services/service-sign-in.server.ts';
import { serviceSignUp } from './services/service-sign-up.server.ts';
import { accessTokens } from './tokens/access-tokens.server.ts';
import { ownSessions } from './tokens/own-sessions.server.ts';
import { tracedSignIn } from './traced-sign-in.server.ts';

/** Identity and all parts of sign-in. */
export const auth = (dependencies: Dependencies) => {
  const tokens = accessTokens(dependencies);
  const parts = {
    ...dependencies,
    tokens,
    attempts: attempts(dependencies),
    provider: provider(dependencies),
  };
  const enter: OpenFreshSession = (tx, caller, person) =>
    openFreshSession(tx, parts, caller, { ...person, isShown: false });
  return {
    /** Opens a session for a person authenticated by a mailed link. */
    letIn: enter,
    personOf: tokens.personOf,
    forget: tokens.forget,
    ...tracedSignIn(parts),
    ...passwordChanges(parts),
    ...emailChanges(parts),
    ...providerEndpoints(parts),
    ...secondStep(parts),
    ...passkeySignIn(parts),
    ...ownFactors(parts),
    ...ownTotp(parts),
    ...ownPasskeys(parts),
    ...secondFactorResetRequests(parts),
    ...people(parts),
    ...firstOwner(parts),
    ...ownSessions(parts),
    ...serviceSignIn(parts),
    ...serviceSignUp(parts),
    ...serviceLinks(parts),
    /** Refuses a person with a second factor not shown in this session within ten minutes. */
    demandSecondFactorShown: (person: Person) => requireShown(parts.db, person, parts.clock()),
    /** Checks the password again before a deletion. Refuses a wrong one. */
    signInAgain: (person: Person, caller: Caller, proof: ReSignIn) =>
      signInAgain(parts, person, caller, proof),
  };
};
