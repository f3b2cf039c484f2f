import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { associates, bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { accountLine } from './account-line.server.ts';
import type { AccountBlock, BlockedAccount } from './blocked-account.ts';
import { blockedPageSize } from './blocked-account.ts';
import { bankAccountEvents } from './blocked-account-tables.server.ts';

type Source = Database | Transaction;

/** Last event of the bank account behind the record `account`, an id: organisations may share one. */
const lastEvent = (account: SQL) => sql`(
  select e.id from bank_accounts asked
  join bank_accounts same on (same.bank_code, same.branch_code, same.kind, same.number, same.holder)
    = (asked.bank_code, asked.branch_code, asked.kind, asked.number, asked.holder)
  join bank_account_events e on e.account_id = same.id
  where asked.id = ${account} order by e.id desc limit 1)`;

/** Whether the account is blocked: a transfer came back and no confirmation followed. */
export const isBlocked = (account: SQL) => sql<boolean>`exists (
  select from bank_account_events last where last.id = ${lastEvent(account)} and last.kind = 'blocked')`;

/** Why an account is blocked, or undefined. */
export async function blockOf(
  source: Source,
  accountId: string,
): Promise<AccountBlock | undefined> {
  const [row] = await source
    .select({
      id: bankAccountEvents.id,
      reason: bankAccountEvents.reason,
      returnedOn: remittances.returnedOn,
    })
    .from(bankAccountEvents)
    .innerJoin(remittances, eq(remittances.id, bankAccountEvents.remittanceId))
    .where(
      and(
        sql`${bankAccountEvents.id} = ${lastEvent(sql`${accountId}`)}`,
        eq(bankAccountEvents.kind, 'blocked'),
      ),
    );
  return row && { ...row, returnedOn: row.returnedOn ?? '' };
}

/** Blocks an account after a returned transfer: no run takes it until it is changed or confirmed. */
export async function blockAccount(
  tx: Transaction,
  event: { accountId: string; remittanceId: string; reason: string; actorUid: string; at: Date },
): Promise<void> {
  await tx.insert(bankAccountEvents).values({ ...event, kind: 'blocked' });
}

const account = alias(bankAccounts, 'account');
const struck = alias(bankAccounts, 'struck');

const blockedRows = (source: Source) =>
  source
    .select({
      associateId: associates.id,
      targetName: associates.name,
      account,
      returnedOn: remittances.returnedOn,
      amountYen: remittances.amountYen,
      reason: bankAccountEvents.reason,
      at: bankAccountEvents.at,
    })
    .from(bankAccountEvents)
    .innerJoin(struck, eq(struck.id, bankAccountEvents.accountId))
    .innerJoin(
      account,
      sql`(${account.bankCode}, ${account.branchCode}, ${account.kind}, ${account.number}, ${account.holder})
        = (${struck.bankCode}, ${struck.branchCode}, ${struck.kind}, ${struck.number}, ${struck.holder})`,
    )
    .innerJoin(associates, eq(associates.id, account.associateId))
    .innerJoin(remittances, eq(remittances.id, bankAccountEvents.remittanceId))
    .$dynamic();
type BlockedRow = Awaited<ReturnType<typeof blockedRows>>[number];

/** Whether the event is the last of its account, and the account is an organisation's current one; one that was merged has none. */
const isStanding = and(
  eq(bankAccountEvents.kind, 'blocked'),
  isNull(associates.mergedInto),
  sql`${bankAccountEvents.id} = ${lastEvent(sql`${account.id}`)}`,
  sql`${account.id} = (select b.id from bank_accounts b where b.associate_id = ${account.associateId}
    order by b.created_at desc limit 1)`,
);

/** Number of blocked accounts of organisations. */
export const countBlocked = async (source: Source): Promise<number> => {
  const { rows } = await source.execute<{ count: number }>(
    sql`select count(*)::int as count from (${blockedRows(source).where(isStanding)}) as blocked`,
  );
  return rows[0]?.count ?? 0;
};

/** Blocked accounts, latest first. */
export const blockedList: AuditedList<Record<never, never>, BlockedRow, BlockedAccount> = {
  name: 'bank-accounts',
  isPersonal: false,
  subjectType: 'blocked-accounts',
  subjectId: () => 'all',
  pageSize: blockedPageSize,
  keys: () => [
    { by: bankAccountEvents.at, direction: 'desc', type: 'timestamptz' },
    { by: associates.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ at, associateId }) => [at.getTime(), associateId],
  idOf: ({ associateId }) => associateId,
  read: (db, _selection, part) =>
    blockedRows(db)
      .where(and(isStanding, part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db) => exactTotal(await countBlocked(db)),
  toItems: (_db, rows) =>
    rows.map(({ account, at, returnedOn, associateId, targetName, amountYen, reason }) => ({
      ...{ associateId, targetName, amountYen, reason },
      account: accountLine(account),
      returnedOn: returnedOn ?? '',
      blockedAt: toTimestamp(at),
    })),
};
