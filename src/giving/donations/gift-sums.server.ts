import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { readRows, type Statements } from '#kit/db/pipelined.server.ts';
import type { GiftSums, Recipient } from '#money/ledger/cost-words.ts';
import type { StoredDonation } from './record-donations.server.ts';

/**
 * Number of a gift for its organisation (src/giving/donations/gift-number.ts), derived from the donation's id, which no
 * response contains: so it does not reveal the 申込番号.
 */
export const giftNumber = (donationId: SQLWrapper): SQL<string> => sql<string>`(
  'G-' || upper(regexp_replace(left(encode(sha256(convert_to(${donationId}, 'UTF8')), 'hex'), 10), '(.{5})', '\\1-')))`;

/** Sums and net amount of a donation, as shown to its donor. */
export type Gift = { sums: GiftSums; recipient: Recipient };

/** The same for donations just stored, by their results. */
export const giftsOfStored = (stored: readonly StoredDonation[]): ReadonlyMap<string, Gift> =>
  new Map(
    stored.map(({ row, appraisedYen, bonusYen }) => {
      const { appraisalRowId, associateId, feeYen, handlingYen } = row;
      const sums = { appraisedYen, bonusYen, feeYen, handlingYen };
      return [appraisalRowId, { sums, recipient: associateId == null ? '基金' : '団体' }];
    }),
  );

type Row = GiftSums & { id: string; isFund: boolean };

/** Gifts by their stored results, including reversed ones. */
export const readGiftsOfResults = (
  tx: Statements,
  rowIds: readonly string[],
): Promise<ReadonlyMap<string, Gift>> =>
  readGifts(tx, rowIds, sql`d.appraisal_row_id = asked.id`, sql`d.donated_at, d.id`);

/** Unreversed gifts by application. */
export const readGiftsOfApplications = (
  tx: Statements,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, Gift>> =>
  readGifts(tx, numbers, sql`d.appraisal_id = asked.id and d.reversed_at is null`, sql`d.id`);

async function readGifts(
  tx: Statements,
  ids: readonly string[],
  isAsked: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, Gift>> {
  if (ids.length === 0) return new Map();
  const rows = await readRows<Row>(
    tx,
    sql`
    select asked.id, d.associate_id is null as "isFund", r.appraised_yen as "appraisedYen",
      r.bonus_yen as "bonusYen", d.fee_yen as "feeYen", d.handling_yen as "handlingYen"
    from json_array_elements_text(${JSON.stringify(ids)}::json) as asked(id)
    join donations d on ${isAsked}
    join appraisals r on r.id = d.appraisal_row_id
    order by ${order}`,
  );
  return new Map(
    rows.map(({ id, isFund, ...sums }) => [id, { sums, recipient: isFund ? '基金' : '団体' }]),
  );
}
