import { type SQL, sql } from 'drizzle-orm';

/** What a column is compared with (`eq`) to find the rows of some of a thousand ids: all of them as one parameter. */
export const oneOf = (ids: readonly string[]): SQL => sql`any(${sql.param(ids)}::text[])`;
