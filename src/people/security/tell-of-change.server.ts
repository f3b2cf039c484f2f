import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { formatInWords } from '#kit/values/timestamp.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { type SignInChange, signInChanges } from '#people/sign-in/sign-in-change.ts';

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
