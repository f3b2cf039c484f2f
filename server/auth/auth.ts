import type { Person } from '#server/actor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { attempts } from '#server/limits/attempts.ts';
import { type OpenFreshSession, openFreshSession } from './admit.ts';
import type { Caller } from './auth-dependencies.ts';
import { emailChanges } from './emails/email-changes.ts';
import { firstOwner } from './first-owner.ts';
import { passwordChanges } from './password-changes.ts';
import { people } from './people.ts';
import { provider } from './provider.ts';
import { providerEndpoints } from './provider-endpoints.ts';
import { type ReSignIn, signInAgain } from './re-sign-in.ts';
import { ownFactors } from './second-factor/own-factors.ts';
import { ownPasskeys } from './second-factor/own-passkeys.ts';
import { ownTotp } from './second-factor/own-totp.ts';
import { passkeySignIn } from './second-factor/passkey-sign-in.ts';
import { secondFactorResetRequests } from './second-factor/resets.ts';
import { secondStep } from './second-factor/second-step.ts';
import { requireShown } from './second-factor/shown.ts';
import { serviceLinks } from './services/service-links.ts';
import { serviceSignIn } from './services/service-sign-in.ts';
import { serviceSignUp } from './services/service-sign-up.ts';
import { accessTokens } from './tokens/access-tokens.ts';
import { ownSessions } from './tokens/own-sessions.ts';
import { tracedSignIn } from './traced-sign-in.ts';

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
