import { type SQL, sql } from 'drizzle-orm';

/** Right side of `eq` for many ids, passed as one parameter. */
export const oneOf = (ids: readonly string[]): SQL => sql`any(${sql.param(ids)}::text[])`;
