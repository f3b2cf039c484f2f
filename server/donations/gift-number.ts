import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Number of a gift for its organisation (domain/donations/gift-number.ts), made of the donation's own id, which no answer
 * holds: whoever reads it learns nothing of the 申込番号.
 */
export const giftNumber = (donationId: SQLWrapper): SQL<string> => sql<string>`(
  'G-' || upper(regexp_replace(left(encode(sha256(convert_to(${donationId}, 'UTF8')), 'hex'), 10), '(.{5})', '\\1-')))`;
