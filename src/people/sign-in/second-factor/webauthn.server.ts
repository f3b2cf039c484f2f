import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { passkeys } from '#people/sign-in/second-factor-tables.server.ts';

type Passkey = typeof passkeys.$inferSelect;

/** EdDSA, ES256 and RS256: every authenticator supports one of these. */
const algorithms = [-8, -7, -257];
/** How long the browser waits for the person. */
const timeout = 5 * 60_000;

// Loaded lazily: few requests use passkeys.
const library = () => import('@simplewebauthn/server');

const descriptor = ({ id, transports }: Passkey) => ({ id, transports });

/** WebAuthn level 3 by @simplewebauthn/server; stores nothing. */
export const webauthn = ({ publicUrl }: Pick<Dependencies, 'publicUrl'>) => {
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl);

  return {
    /** Registration options: a discoverable passkey with user verification. */
    async registrationOptions(
      { email, name }: { email: string; name: string },
      { userHandle, existing }: { userHandle: string; existing: readonly Passkey[] },
    ) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: 'たすき',
        rpID,
        userName: email,
        userDisplayName: name,
        userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
        timeout,
        attestationType: 'none',
        excludeCredentials: existing.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
    },

    /** Passkey created for this challenge; undefined if invalid. */
    async registered(answer: unknown, expectedChallenge: string) {
      const { verifyRegistrationResponse } = await library();
      const response = answer as RegistrationResponseJSON;
      // The library throws on anything invalid, malformed input included.
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => undefined);
      if (!verified?.verified) return undefined;
      const { credential, credentialBackedUp } = verified.registrationInfo;
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: transportsIn(response),
        isBackedUp: credentialBackedUp,
      };
    },

    /** Options for signing in with one of these passkeys, or any of this site. */
    async signInOptions(allowed: readonly Passkey[]) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID,
        timeout,
        userVerification: 'required',
        ...(allowed.length > 0 && { allowCredentials: allowed.map(descriptor) }),
      });
    },

    /**
     * Verifies a signature of this challenge by this passkey, with user verification; returns the new counter.
     * Undefined if invalid, including a counter that did not advance, which means a cloned passkey.
     */
    async signed(answer: unknown, passkey: Passkey, expectedChallenge: string) {
      const { verifyAuthenticationResponse } = await library();
      const response = answer as AuthenticationResponseJSON;
      const credential: WebAuthnCredential = {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      };
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin,
        expectedRPID: rpID,
        credential,
        requireUserVerification: true,
      }).catch(() => undefined);
      if (!verified?.verified) return undefined;
      const { userHandle } = response.response;
      if (userHandle && userHandle !== passkey.userHandle) return undefined;
      const { newCounter, credentialBackedUp } = verified.authenticationInfo;
      return { counter: newCounter, isBackedUp: credentialBackedUp };
    },
  };
};

/** Transports reported by the browser; only short words. */
function transportsIn({ response }: RegistrationResponseJSON): string[] {
  const given: unknown = response.transports;
  if (!Array.isArray(given)) return [];
  return given
    .filter((one): one is string => typeof one === 'string' && /^[a-z-]{2,20}$/.test(one))
    .slice(0, 8);
}
