import { type SQL, sql } from 'drizzle-orm';
import { users } from './account-tables.server.ts';

/** Name of the person of a uid, else their e-mail; '' if deleted. */
export const personName = (uid: SQL): SQL<string> => sql<string>`coalesce((
  select coalesce(nullif(btrim(named.last_name || ' ' || named.first_name), ''), named.email)
  from users as named where named.uid = ${uid}), '')`;

/** The same for a joined row of `users`. */
export const joinedPersonName = sql<string>`coalesce(nullif(btrim(${users.lastName} || ' ' || ${users.firstName}), ''), ${users.email}, '')`;
