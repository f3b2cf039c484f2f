import { createHash } from 'node:crypto';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import type { Credential } from './credentials.server.ts';
import { issueMailedToken, mailedTokenLifeMs } from './tokens/mailed-tokens.server.ts';

/** Identifies a mailed token in dedupe keys without revealing it. */
export const tokenFingerprint = (token: string) =>
  createHash('sha256').update(`fingerprint ${token}`).digest('base64url').slice(0, 16);

/** Mails a link to set a new password. The token is in the fragment, which reaches no log. */
export async function sendResetLink(
  tx: Transaction,
  { uid, email, name }: Pick<Credential, 'uid' | 'email' | 'name'>,
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  const { clock, publicUrl } = dependencies;
  const token = await issueMailedToken(tx, 'reset-password', { uid, email }, clock());
  await writeMail(
    tx,
    {
      kind: 'reset',
      dedupeKey: `reset:${tokenFingerprint(token)}`,
      to: email,
      uid,
      data: {
        name,
        resetUrl: `${publicUrl}/reset-password#token=${token}`,
        validMinutes: mailedTokenLifeMs['reset-password'] / 60_000,
      },
    },
    dependencies,
  );
}
