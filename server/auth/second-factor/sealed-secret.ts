import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';

/** Encrypts what authenticator apps share with us by SECRET, as better-auth's plugin did before. */
export const sealSecret = (text: string, secret: string): Promise<string> =>
  symmetricEncrypt({ key: secret, data: text });

/** What was encrypted; undefined where our SECRET does not open it. */
export async function openSecret(sealed: string, secret: string): Promise<string | undefined> {
  try {
    return await symmetricDecrypt({ key: secret, data: sealed });
  } catch {
    return undefined;
  }
}
