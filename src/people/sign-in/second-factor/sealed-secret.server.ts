import { symmetricEncrypt } from 'better-auth/crypto';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { decryptForProvider } from '#people/sign-in/provider-seal.server.ts';

/** Encrypts an authenticator app's secret with SECRET, in the format of better-auth's plugin. */
export const sealSecret = (text: string, { secret }: Pick<Secrets, 'secret'>): Promise<string> =>
  symmetricEncrypt({ key: secret, data: text });

/** Decrypted content; undefined if no known SECRET opens it. */
export const openSecret = async (sealed: string, secrets: Secrets): Promise<string | undefined> =>
  (await decryptForProvider(secrets, sealed))?.text;
