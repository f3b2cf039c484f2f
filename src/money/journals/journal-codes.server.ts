import { eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { journalCodes as table } from '#money/books/book-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { isYayoi, type Software } from './journal.ts';
import {
  accountCodes,
  JournalCode,
  type JournalCodes,
  type KeptJournalCodes,
  usualCodes,
} from './journal-codes.ts';
import { cutToWidth } from './journal-files.ts';

/** Names of accounts for a program: chosen or default. */
export async function readCodes(
  source: Database | Transaction,
  software: Software,
): Promise<KeptJournalCodes> {
  const rows = await source
    .select({ row: table, changedByName: personName(sql`${table.changedBy}`) })
    .from(table)
    .where(eq(table.software, software));
  const chosen = new Map(
    rows.map(({ row: { accountCode, accountName, subAccountName, taxCode } }) => [
      accountCode,
      JournalCode.parse({ accountCode, accountName, subAccountName, taxCode }),
    ]),
  );
  const usual = new Map(usualCodes(software).map((code) => [code.accountCode, code]));
  return {
    // Accounts added later have their default name.
    codes: accountCodes.flatMap((code) => chosen.get(code) ?? usual.get(code) ?? []),
    version: Math.max(0, ...rows.map(({ row }) => row.version)),
    changedBy: rows[0]?.changedByName ?? '',
  };
}

/** 弥生 truncates longer names, which could merge two accounts or create a new one. */
function demandFits(codes: JournalCodes['codes']): void {
  const long = codes.find(({ accountName }) => cutToWidth(accountName, 24) !== accountName);
  if (!long) return;
  throw refuse(
    'ValidationError',
    `弥生会計の勘定科目は、全角12文字（半角24文字）までです。「${long.accountName}」を短くしてください。`,
  );
}

/** Refuses a stale version (Conflict, names who changed it) and names that a program would truncate. */
export async function changeJournalCodes(
  { db, clock }: Context,
  operator: Person,
  software: Software,
  { codes }: JournalCodes,
  version: number,
): Promise<KeptJournalCodes> {
  if (isYayoi(software)) demandFits(codes);
  return transaction(db, async (tx) => {
    await lock(tx, 'journal-codes', software);
    const before = await readCodes(tx, software);
    if (version !== before.version) {
      const name = before.changedBy === '' ? 'ほかの人' : `${before.changedBy}さん`;
      throw refuse('Conflict', `${name}が、先に科目を変更しています。内容をご確認ください。`);
    }
    const at = clock();
    const changed = { version: version + 1, changedBy: operator.uid, changedAt: at };
    for (const { accountCode, ...named } of codes) {
      await tx
        .insert(table)
        .values({ software, accountCode, ...named, ...changed })
        .onConflictDoUpdate({
          target: [table.software, table.accountCode],
          set: { ...named, ...changed },
        });
    }
    await audit(tx, operator, 'journals.change', ['journal-codes', software], {
      at,
      before: before.codes,
      after: codes,
    });
    return readCodes(tx, software);
  });
}
