import { randomUUID } from 'node:crypto';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { findCredential } from '#people/sign-in/credentials.server.ts';

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
