import { sql } from 'drizzle-orm';

/** Of lines in transit, those by which something arrived, or by which that is taken back again. */
export const isArrival = sql`(posting_id like 'confirmed%' or posting_id like 'unconfirmed%')`;
