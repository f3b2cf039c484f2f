import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Number of a gift for its organisation (src/giving/donations/gift-number.ts), derived from the donation's id, which no
 * response contains: so it does not reveal the 申込番号.
 */
export const giftNumber = (donationId: SQLWrapper): SQL<string> => sql<string>`(
  'G-' || upper(regexp_replace(left(encode(sha256(convert_to(${donationId}, 'UTF8')), 'hex'), 10), '(.{5})', '\\1-')))`;
