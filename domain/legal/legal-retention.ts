import { jstDay, startOfJstDay } from '#domain/values/timestamp.ts';

/**
 * How long the law requires a person's data to be kept under their name, in years from the year
 * after: the
 * one place to change. The records of a donation and its receipt are books of account (法人税法); what
 * was bought for ¥10,000 or more stands in the dealer's ledger (古物営業法).
 */
export const donationRecordYears = 7;
export const dealerLedgerYears = 3;

/** The instant from which a record of `instant` need no longer be kept, after so many years. */
export function keptUntil(instant: Date, years: number): Date {
  const year = Number(jstDay(instant).slice(0, 4));
  return startOfJstDay(`${year + years + 1}-01-01`);
}

/** Records from before this instant need no longer be kept: the inverse of `keptUntil`. */
export function outOfRetention(now: Date, years: number): Date {
  const year = Number(jstDay(now).slice(0, 4));
  return startOfJstDay(`${year - years}-01-01`);
}
