import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Dependencies } from '#server/dependencies.ts';

/** SECRET and those before it, with which nothing new is written (docs/decisions/0026). */
export type Secrets = Pick<Dependencies, 'secret' | 'oldSecrets'>;

/** All that may open what is stored: the present one first. */
export const secretsOf = ({ secret, oldSecrets = [] }: Secrets): string[] => [
  secret,
  ...oldSecrets,
];

/** The same for what seals the papers of identity checks: IDENTITY_KEY where there is one. */
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

/** The key of one purpose, made of a secret. Cached, since deriving it takes longer than using it. */
export function derivedKey(secret: string, purpose: string): KeyObject {
  const name = `${purpose}\n${secret}`;
  const known = derived.get(name);
  if (known) return known;
  const bytes = hkdfSync('sha256', secret, '', purpose, 32);
  const key = createSecretKey(new Uint8Array(bytes));
  derived.set(name, key);
  return key;
}
