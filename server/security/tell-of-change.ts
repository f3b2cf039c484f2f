import { randomUUID } from 'node:crypto';
import { type SignInChange, signInChanges } from '#domain/auth/sign-in-change.ts';
import { formatInWords } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMail } from '#server/mail/outbox.ts';

/** Mails a person that their sign-in was changed, so that they notice a stranger's change. */
export function mailSignInChange(
  tx: Database | Transaction,
  { uid, email, name }: { uid: string; email: string; name: string },
  { change, device = '' }: { change: SignInChange; device?: string },
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  return writeMail(
    tx,
    {
      kind: 'sign-in-changed',
      dedupeKey: `sign-in-changed:${randomUUID()}`,
      to: email,
      uid,
      data: {
        name,
        change: signInChanges[change],
        when: formatInWords(dependencies.clock()),
        device,
      },
    },
    dependencies,
  );
}
