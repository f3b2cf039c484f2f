import { createHmac, randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import { retractions } from './retraction-tables.server.ts';

/**
 * Subject of a retraction by kind: a person's uid, a guest's e-mail, a link's id; with the organisation, the kind of mail or the
 * application it is about.
 */
export type Retraction =
  | { kind: 'person' | 'guest' | 'role' | 'lock' | 'trace-link'; subject: readonly [id: string] }
  | {
      kind: 'giver-consent' | 'mails' | 'membership';
      subject: readonly [id: string, about: string];
    };

const hashOf = (secret: string, { kind, subject }: Retraction): string =>
  createHmac('sha256', derivedKey(secret, 'tasuki list of retractions'))
    .update(JSON.stringify([kind, ...subject]))
    .digest('base64url');

/** Hashes of a retraction under the current and earlier secrets. */
export const hashesOf = (secrets: Secrets, retraction: Retraction): string[] =>
  secretsOf(secrets).map((secret) => hashOf(secret, retraction));

/** Records a retraction, in its transaction, by a keyed hash. */
export async function noteRetraction(
  tx: Database | Transaction,
  { secret }: Pick<Secrets, 'secret'>,
  retraction: Retraction,
  at: Date,
): Promise<void> {
  const { kind } = retraction;
  await tx
    .insert(retractions)
    .values({ id: randomUUID(), kind, hash: hashOf(secret, retraction), at });
}
