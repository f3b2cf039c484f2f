import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';

// Tables of the auth provider (better-auth 1.7 with jwt), with time zones added. Session lifetime and the second factor
// are our own (docs/decisions/0012-passwords-and-second-factor.md).

export const authUsers = pgTable('auth_users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: text('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** Whether use extends the session, and the browser keeps its cookie after closing. */
    isRemembered: boolean('is_remembered').notNull().default(false),
    /** Absolute end of the session. */
    endsAt: timestamptz('ends_at').notNull().default(sql`now() + interval '90 days'`),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('auth_sessions_user').on(table.userId),
    index('auth_sessions_expires').on(table.expiresAt),
    check('auth_sessions_end', sql`${table.expiresAt} <= ${table.endsAt}`),
  ],
);

export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamptz('access_token_expires_at'),
    refreshTokenExpiresAt: timestamptz('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('auth_accounts_user').on(table.userId),
    unique('auth_accounts_provider').on(table.providerId, table.accountId),
  ],
);

export const authVerifications = pgTable(
  'auth_verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    updatedAt: timestamptz('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('auth_verifications_identifier').on(table.identifier),
    index('auth_verifications_expires').on(table.expiresAt),
    index('auth_verifications_person').on(sql`split_part(${table.value}, ' ', 1)`),
  ],
);

export const authKeys = pgTable('auth_keys', {
  id: text('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at'),
});

/** Authenticator apps: per person at most one confirmed and one being set up. */
export const authTwoFactors = pgTable(
  'auth_two_factors',
  {
    id: text('id').primaryKey(),
    /** Encrypted with SECRET. */
    secret: text('secret').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    verified: boolean('verified').notNull().default(true),
    /** Time step (RFC 6238) of the last accepted code: codes of this step or an earlier one are refused. */
    lastStep: integer('last_step'),
    /** Null if set up before this column existed. */
    createdAt: timestamptz('created_at'),
  },
  (table) => [unique('auth_two_factors_one').on(table.userId, table.verified)],
);
