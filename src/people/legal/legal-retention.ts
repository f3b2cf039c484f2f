import { jstDay, startOfJstDay } from '#kit/values/timestamp.ts';

/**
 * Years for which the law requires personal data to be kept, counted from the following year;
 * change them here only. Records of donations and receipts are accounting records (法人税法); purchases
 * of ¥10,000 or more are in the dealer's ledger (古物営業法).
 */
export const donationRecordYears = 7;
export const dealerLedgerYears = 3;

/** Instant from which a record of `instant` may be deleted. */
export function keptUntil(instant: Date, years: number): Date {
  const year = Number(jstDay(instant).slice(0, 4));
  return startOfJstDay(`${year + years + 1}-01-01`);
}

/** Records older than this instant may be deleted: the inverse of `keptUntil`. */
export function outOfRetention(now: Date, years: number): Date {
  const year = Number(jstDay(now).slice(0, 4));
  return startOfJstDay(`${year - years}-01-01`);
}
