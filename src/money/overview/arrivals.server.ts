import { sql } from 'drizzle-orm';

/** Condition for in-transit lines that record an arrival, or reverse one. */
export const isArrival = sql`(posting_id like 'confirmed%' or posting_id like 'unconfirmed%')`;
