import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Opened } from './seal.ts';
import { type Secrets, secretsOf } from './secrets.ts';

/** What the auth provider's symmetricEncrypt sealed, by whichever secret; undefined by none. */
export async function openOfProvider(secrets: Secrets, data: string): Promise<Opened | undefined> {
  for (const [index, key] of secretsOf(secrets).entries()) {
    const opening = symmetricDecrypt({ key, data });
    const [opened] = await Promise.allSettled([opening]);
    if (opened.status === 'fulfilled') return { text: opened.value, isCurrent: index === 0 };
  }
  return undefined;
}

/** The same, sealed under the present SECRET, as the provider reads it; undefined where none opens it. */
export async function sealedForProvider(
  secrets: Secrets,
  data: string,
): Promise<string | undefined> {
  const opened = await openOfProvider(secrets, data);
  if (!opened || opened.isCurrent) return opened && data;
  return symmetricEncrypt({ key: secrets.secret, data: opened.text });
}
