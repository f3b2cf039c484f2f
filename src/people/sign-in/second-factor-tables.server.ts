import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { authUsers } from './sign-in-tables.server.ts';

/** Passkeys (WebAuthn credentials); the private key never leaves the person's device. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    /** Random, the same for all of a person's passkeys: identifies the person to the device. */
    userHandle: text('user_handle').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** Signature counter of the device; 0 if it has none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default([]),
    name: text('name').notNull(),
    /** Whether the device syncs it elsewhere. */
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [index('passkeys_person').on(table.uid)],
);

/** Unused recovery codes, each as an Argon2id hash; a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('recovery_codes_person').on(table.uid)],
);

/**
 * Requests to remove the second factors of a person who lost them: made by one operator, decided by another. A trigger
 * allows one change to a row, its decision.
 */
export const secondFactorResets = pgTable(
  'second_factor_resets',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    reason: text('reason').notNull(),
    askedBy: text('asked_by').notNull(),
    askedAt: timestamptz('asked_at').notNull(),
    outcome: text('outcome'),
    decidedBy: text('decided_by'),
    decidedAt: timestamptz('decided_at'),
  },
  (table) => [
    index('second_factor_resets_open').on(table.askedAt).where(sql`${table.outcome} is null`),
    index('second_factor_resets_person').on(table.uid),
    check('second_factor_resets_outcome', sql`${table.outcome} in ('approved', 'declined')`),
    check(
      'second_factor_resets_decided',
      sql`(${table.outcome} is null) = (${table.decidedBy} is null) and (${table.outcome} is null) = (${table.decidedAt} is null)`,
    ),
    check(
      'second_factor_resets_by_another',
      sql`${table.decidedBy} <> ${table.askedBy} or ${table.outcome} = 'declined'`,
    ),
  ],
);
