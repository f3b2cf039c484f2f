import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Opened } from '#kit/keys/seal.server.ts';
import { type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';

/** Decrypts what the auth provider's symmetricEncrypt encrypted under any of the secrets; undefined if none fits. */
export async function decryptForProvider(
  secrets: Secrets,
  data: string,
): Promise<Opened | undefined> {
  for (const [index, key] of secretsOf(secrets).entries()) {
    const opening = symmetricDecrypt({ key, data });
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === 'fulfilled') return { text: opened.value, isCurrent: index === 0 };
  }
  return undefined;
}

/** Re-encrypts it under the current SECRET, in the provider's format; undefined if no secret opens it. */
export async function reEncryptForProvider(
  secrets: Secrets,
  data: string,
): Promise<string | undefined> {
  const opened = await decryptForProvider(secrets, data);
  if (!opened || opened.isCurrent) return opened && data;
  return symmetricEncrypt({ key: secrets.secret, data: opened.text });
}
