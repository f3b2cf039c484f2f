import { sql } from 'drizzle-orm';
import type { Address } from '#domain/accounts/account.ts';
import type { Transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { noteConsent, versionsToAgreeTo } from '#server/legal/consents.ts';
import { writeMail } from '#server/mail/outbox.ts';

/** What a new account starts with; what is left out is an empty text. */
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
 * Makes the product's own record of a person who signed up, with its welcome mail. One that was made
 * without names (by a sign-in after a registration that broke off) is completed. False when the
 * person has a whole one already.
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
  // Without names nobody registered yet: they signed in after a registration that broke off.
  if (names) {
    const at = dependencies.clock();
    const versions = await versionsToAgreeTo(tx, at);
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
