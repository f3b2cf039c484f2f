import { sql } from 'drizzle-orm';
import {
  type BankAccount,
  bankAccountKindLabels,
  maskedNumber,
} from '#domain/bank-accounts/bank-account.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMails } from '#server/mail/outbox.ts';

const inWords = ({ bankName, branchName, kind, number }: BankAccount) =>
  `${bankName} ${branchName} ${bankAccountKindLabels[kind]} ${maskedNumber(number)}`;

/**
 * Tells an organisation of another account for its money, before it holds and after: its editors, and the contact that
 * it was listed by, who stays although editors are taken out.
 */
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
  const { rows } = await tx.execute<{ name: string; email: string; uid: string | null }>(sql`
    select a.name, reached.email, max(reached.uid) as uid from associates a join lateral (
      select u.email, u.uid from staff_memberships m join users u on u.uid = m.uid
        where m.associate_id = a.id and m.role = 'editor' and u.role = 'staff'
      union all select l.email, null from listing_applications l where l.associate_id = a.id
    ) reached on true
    where a.id = ${associateId} group by a.name, reached.email order by reached.email`);
  await writeMails(
    tx,
    rows.map(({ name, email, uid }, index) => ({
      kind,
      dedupeKey: `${kind}:${approvalId}:${index}`,
      to: email,
      uid: uid ?? undefined,
      data: { associateName: name, before: before ? inWords(before) : '', after: inWords(after) },
    })),
    dependencies,
  );
}
