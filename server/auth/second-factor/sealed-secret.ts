import { symmetricEncrypt } from 'better-auth/crypto';
import { openOfProvider } from '#server/keys/provider-seal.ts';
import type { Secrets } from '#server/keys/secrets.ts';

/** Encrypts what authenticator apps share with us by SECRET, as better-auth's plugin did before. */
export const sealSecret = (text: string, { secret }: Pick<Secrets, 'secret'>): Promise<string> =>
  symmetricEncrypt({ key: secret, data: text });

/** What was encrypted; undefined where no SECRET that we know opens it. */
export const openSecret = async (sealed: string, secrets: Secrets): Promise<string | undefined> =>
  (await openOfProvider(secrets, sealed))?.text;
