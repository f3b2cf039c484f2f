import type { ApplicationStatus } from '#domain/applications/application.ts';
import { stageOf } from '#domain/applications/application-state.ts';
import {
  type Donation,
  type DonationHistoryEntry,
  toHistoryEntry,
} from '#domain/donations/donation.ts';
import { sortHistory } from '#domain/donations/donation-history.ts';
import { pageNumberOf } from '#domain/values/page-number.ts';

/** A year's donations, newest first, with their sum in yen. */
export type HistoryYear = { year: string; sumYen: number; donations: DonationHistoryEntry[] };

/** The part of a year on one page; sum and count are those of the whole year. */
export type HistoryPart = HistoryYear & { count: number };

/** The value that stands for all years. */
export const everyYear = 'all';
/** Each donation shows its timeline, so more on one page would render slowly. */
const pageSize = 50;

/** The donations by year (Asia/Tokyo), the newest year first. */
export function yearsOf(donations: readonly Donation[]): HistoryYear[] {
  const entries = sortHistory(donations.map(toHistoryEntry));
  const byYear = Map.groupBy(entries, ({ donatedAt }) => donatedAt.slice(0, 4));
  return [...byYear].map(([year, ofYear]) => ({
    year,
    sumYen: ofYear.reduce((sum, { amount }) => sum + amount, 0),
    donations: ofYear,
  }));
}

/** A page of the requested year, of all years, or else of the newest one. */
export function historyPage(
  years: readonly HistoryYear[],
  asked: { year: string | null; page: string | null },
): { chosen: string | undefined; page: number; pageCount: number; parts: HistoryPart[] } {
  const isAll = asked.year === everyYear;
  const one = years.find(({ year }) => year === asked.year) ?? years[0];
  const shown = isAll ? years : one ? [one] : [];
  const count = shown.reduce((sum, { donations }) => sum + donations.length, 0);
  const pageCount = Math.max(1, Math.ceil(count / pageSize));
  const wanted = pageNumberOf(asked.page);
  const page = Math.min(wanted, pageCount);
  const from = (page - 1) * pageSize;
  let before = 0;
  const parts = shown.map((whole) => {
    const first = Math.max(0, from - before);
    const end = Math.max(0, from + pageSize - before);
    before += whole.donations.length;
    return {
      ...whole,
      count: whole.donations.length,
      donations: whole.donations.slice(first, end),
    };
  });
  return {
    chosen: isAll ? everyYear : one?.year,
    page,
    pageCount,
    parts: parts.filter(({ donations }) => donations.length > 0),
  };
}

/** The applications that are not donations: boxes under way, and those that ended otherwise. */
export function notDonated(applications: readonly ApplicationStatus[]) {
  return {
    underWay: applications.filter((one) => stageOf(one) === 'under-way'),
    ended: applications.filter((one) => stageOf(one) === 'ended'),
  };
}
