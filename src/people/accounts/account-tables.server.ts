import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#kit/db/columns.server.ts';
import { authUsers } from '#people/sign-in/sign-in-tables.server.ts';

/** The product's own record of a person; `uid` is the auth provider's user id and the token's `sub`. */
export const users = pgTable(
  'users',
  {
    uid: text('uid')
      .primaryKey()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    role: text('role').notNull().default('donor'),
    // account
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    firstNameKana: text('first_name_kana').notNull().default(''),
    lastNameKana: text('last_name_kana').notNull().default(''),
    email: text('email').notNull().unique(),
    tel: text('tel').notNull().default(''),
    zipcode: text('zipcode').notNull().default(''),
    prefecture: text('prefecture').notNull().default(''),
    line1: text('line1').notNull().default(''),
    line2: text('line2').notNull().default(''),
    building: text('building').notNull().default(''),
    // profile
    profileName: text('profile_name').notNull().default(''),
    profileText: text('profile_text').notNull().default(''),
    birth: date('birth'),
    gender: text('gender').notNull().default('unspecified'),
    instagram: text('instagram').notNull().default(''),
    facebook: text('facebook').notNull().default(''),
    twitter: text('twitter').notNull().default(''),
    imageId: text('image_id'),
    bannerImageId: text('banner_image_id'),
    accountVersion: integer('account_version').notNull().default(1),
    profileVersion: integer('profile_version').notNull().default(1),
    /** Locked by the operator from then on; the reason is in the audit log. */
    lockedAt: timestamptz('locked_at'),
    /** Last sign-in of anyone but donors, for /admin/people. */
    lastSignInAt: timestamptz('last_sign_in_at'),
    isSample: boolean('is_sample').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('users_role')
      .on(table.role, table.createdAt, table.uid)
      .where(sql`${table.role} <> 'donor'`),
    check(
      'users_role',
      sql`${table.role} in ('donor', 'staff', 'warehouse', 'accountant', 'auditor', 'operator', 'owner')`,
    ),
    check('users_gender', sql`${table.gender} in ('male', 'female', 'unspecified')`),
    check('users_email_normalised', sql`${table.email} = lower(${table.email})`),
  ],
);
