import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { passkeys } from '#server/db/schema/second-factor.ts';
import type { Dependencies } from '#server/dependencies.ts';

type Passkey = typeof passkeys.$inferSelect;

/** EdDSA, ES256 and RS256, which every authenticator knows one of. */
const algorithms = [-8, -7, -257];
/** As long as the browser waits for its person. */
const timeout = 5 * 60_000;

// Loaded when a passkey is first used: few requests need it.
const library = () => import('@simplewebauthn/server');

const descriptor = ({ id, transports }: Passkey) => ({ id, transports });

/** The protocol of passkeys (WebAuthn level 3), by @simplewebauthn/server; nothing of ours is stored here. */
export const webauthn = ({ publicUrl }: Pick<Dependencies, 'publicUrl'>) => {
  const { origin: expectedOrigin, hostname: rpID } = new URL(publicUrl);

  return {
    /** What the browser is asked to make: a passkey that it finds by itself and unlocks by its person. */
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

    /** The passkey that a browser made for this challenge; undefined when it is not a sound one. */
    async registered(answer: unknown, expectedChallenge: string) {
      const { verifyRegistrationResponse } = await library();
      const response = answer as RegistrationResponseJSON;
      // Whatever is wrong with what a browser sent is thrown, its form included.
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

    /** What the browser is asked to sign, by one of these passkeys or any that it knows for us. */
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
     * Whether a browser signed this challenge by this passkey, its person verified, and how often it says it
     * was used: as often as before means a copy of it. Undefined when not.
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

/** How the device is reached, as the browser says; only words of a few letters. */
function transportsIn({ response }: RegistrationResponseJSON): string[] {
  const given: unknown = response.transports;
  if (!Array.isArray(given)) return [];
  return given
    .filter((one): one is string => typeof one === 'string' && /^[a-z-]{2,20}$/.test(one))
    .slice(0, 8);
}
