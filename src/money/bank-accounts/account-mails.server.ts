import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { type BankAccount, bankAccountKindLabels, maskedNumber } from './bank-account.ts';

const inWords = ({ bankName, branchName, kind, number }: BankAccount) =>
  `${bankName} ${branchName} ${bankAccountKindLabels[kind]} ${maskedNumber(number)}`;

/** An organisation's editors, and the contact of its listing, who stays even if editors are removed. */
async function contactsOf(tx: Transaction, associateId: string) {
  const { rows } = await tx.execute<{ name: string; email: string; uid: string | null }>(sql`
    select a.name, reached.email, max(reached.uid) as uid from associates a join lateral (
      select u.email, u.uid from staff_memberships m join users u on u.uid = m.uid
        where m.associate_id = a.id and m.role = 'editor' and u.role = 'staff'
      union all select l.email, null from listing_applications l where l.associate_id = a.id
    ) reached on true
    where a.id = ${associateId} group by a.name, reached.email order by reached.email`);
  return rows;
}

/** Notifies an organisation that transfers to its account resume after a returned one. */
export async function mailAccountConfirmed(
  tx: Transaction,
  { blockId, associateId, account }: { blockId: number; associateId: string; account: BankAccount },
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  const contacts = await contactsOf(tx, associateId);
  await writeMails(
    tx,
    contacts.map(({ name, email, uid }, index) => ({
      kind: 'bank-account-confirmed' as const,
      dedupeKey: `bank-account-confirmed:${blockId}:${index}`,
      to: email,
      uid: uid ?? undefined,
      data: { associateName: name, account: inWords(account) },
    })),
    dependencies,
  );
}

/** Notifies an organisation of a change of its account, when requested and when effective. */
export async function mailAccountChange(
  tx: Transaction,
  {
    kind,
    approvalId,
    associateId,
    before,
    after,
  }: {
    kind: 'bank-account-asked' | 'bank-account-changed';
    approvalId: string;
    associateId: string;
    before: BankAccount | null;
    after: BankAccount;
  },
  dependencies: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>,
): Promise<void> {
  const contacts = await contactsOf(tx, associateId);
  await writeMails(
    tx,
    contacts.map(({ name, email, uid }, index) => ({
      kind,
      dedupeKey: `${kind}:${approvalId}:${index}`,
      to: email,
      uid: uid ?? undefined,
      data: { associateName: name, before: before ? inWords(before) : '', after: inWords(after) },
    })),
    dependencies,
  );
}
