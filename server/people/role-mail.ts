import { randomUUID } from 'node:crypto';
import { findCredential } from '#server/auth/credentials.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMail } from '#server/mail/outbox.ts';

/** Mails a person that their role changed. */
export async function mailRoleChange(
  tx: Transaction,
  uid: string,
  { from, to }: { from: string; to: string },
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  const person = await findCredential(tx, { uid });
  if (!person) return;
  await writeMail(
    tx,
    {
      kind: 'role-changed',
      dedupeKey: `role-changed:${randomUUID()}`,
      to: person.email,
      uid,
      data: { name: person.name, from, to },
    },
    dependencies,
  );
}
