import { timestamp } from 'drizzle-orm/pg-core';

/** A time with zone, to the millisecond: the precision of a JavaScript Date. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
