import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { remittances } from '#money/remittances/remittance-tables.server.ts';
import { bankAccounts } from '#organisations/associates/associate-tables.server.ts';

/**
 * Events of bank accounts: 'blocked' by a returned transfer, 'confirmed' as correct by a person with a reason.
 * Append-only: an account's last event says whether a run uses it (docs/decisions/0025).
 */
export const bankAccountEvents = pgTable(
  'bank_account_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: text('account_id')
      .notNull()
      .references(() => bankAccounts.id),
    kind: text('kind').notNull(),
    /** The transfer that came back. */
    remittanceId: text('remittance_id').references(() => remittances.id),
    reason: text('reason').notNull(),
    actorUid: text('actor_uid').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('bank_account_events_account').on(table.accountId, table.id),
    uniqueIndex('bank_account_events_remittance').on(table.remittanceId),
    check(
      'bank_account_events_kind',
      sql`(${table.kind} = 'blocked') = (${table.remittanceId} is not null) and ${table.kind} in ('blocked', 'confirmed')`,
    ),
  ],
);
