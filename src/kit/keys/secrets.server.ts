import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Dependencies } from '#kit/dependencies.server.ts';

/** SECRET and its predecessors, which are only read with (docs/decisions/0015). */
export type Secrets = Pick<Dependencies, 'secret' | 'oldSecrets'>;

/** All secrets that may open stored data, the current one first. */
export const secretsOf = ({ secret, oldSecrets = [] }: Secrets): string[] => [
  secret,
  ...oldSecrets,
];

/** The same for papers of identity checks: IDENTITY_KEY if set. */
export type IdentitySecrets = Secrets & Pick<Dependencies, 'identityKey' | 'oldIdentityKeys'>;

export const identitySecretsOf = ({
  identityKey = '',
  oldIdentityKeys = [],
  ...secrets
}: IdentitySecrets): string[] => [
  identityKey || secrets.secret,
  ...oldIdentityKeys,
  ...secretsOf(secrets),
];

const derived = new Map<string, KeyObject>();

/** Derives the key for one purpose from a secret. Cached, since deriving takes longer than using. */
export function derivedKey(secret: string, purpose: string): KeyObject {
  const name = `${purpose}\n${secret}`;
  const known = derived.get(name);
  if (known) return known;
  const bytes = hkdfSync('sha256', secret, '', purpose, 32);
  const key = createSecretKey(new Uint8Array(bytes));
  derived.set(name, key);
  return key;
}
