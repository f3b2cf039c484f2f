import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, with time zone, to the millisecond: what a JavaScript Date can hold. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
