import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { noteConsent, termsVersionsInForce } from '#people/legal/consents.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import type { Address } from './account.ts';
import { users } from './account-tables.server.ts';

/** Content of a new account; omitted fields are empty. */
export type NewAccount = {
  uid: string;
  email: string;
  names?: {
    firstName: string;
    lastName: string;
    firstNameKana?: string;
    lastNameKana?: string;
  };
  address?: { [Part in keyof Address]: string };
  tel?: string;
};

/**
 * Creates the product's record of a person who signed up, with a welcome mail. Completes one without names (by a
 * sign-in after an aborted registration). False if the person has a complete one already.
 */
export async function openAccount(
  tx: Transaction,
  { uid, email, names, address, tel = '' }: NewAccount,
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<boolean> {
  const facts = { ...names, ...address, tel };
  const [row] = await tx
    .insert(users)
    .values({ uid, email, ...facts, createdAt: dependencies.clock() })
    .onConflictDoUpdate({
      target: users.uid,
      set: { ...facts, accountVersion: sql`${users.accountVersion} + 1` },
      setWhere: sql`${users.firstName} = '' and ${users.lastName} = '' and ${names !== undefined}`,
    })
    .returning({ lastName: users.lastName, firstName: users.firstName });
  if (!row) return false;
  // Without names this is no registration, but a sign-in after an aborted one.
  if (names) {
    const at = dependencies.clock();
    const versions = await termsVersionsInForce(tx, at);
    await noteConsent(tx, { subjectType: 'user', subjectId: uid, versions, at });
  }
  await writeMail(
    tx,
    {
      kind: 'welcome',
      dedupeKey: `welcome:${uid}`,
      to: email,
      uid,
      data: { name: `${row.lastName} ${row.firstName}`.trim() },
    },
    dependencies,
  );
  return true;
}
