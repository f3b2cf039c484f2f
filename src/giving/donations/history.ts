import type { ApplicationStatus } from '#giving/applications/application.ts';
import { stageOf } from '#giving/applications/application-state.ts';
import { isOnHold } from '#giving/applications/application-timeline.ts';
import { pageNumberOf } from '#kit/values/page-number.ts';
import { type Donation, type DonationHistoryEntry, toHistoryEntry } from './donation.ts';
import { sortHistory } from './donation-history.ts';

/** A year's donations, newest first, with their sum in yen. */
export type HistoryYear = { year: string; sumYen: number; donations: DonationHistoryEntry[] };

/** More per page would be slow to load and to read. */
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

/** The year opened at first: the requested one, else the newest. */
export function initiallyOpenYear(
  years: readonly HistoryYear[],
  asked: string | null,
): string | undefined {
  return (years.find(({ year }) => year === asked) ?? years[0])?.year;
}

/** A page of a year's donations; beyond the last, the last one. */
export function pageOfYear(
  { donations }: HistoryYear,
  asked: string | null,
): { page: number; pageCount: number; donations: DonationHistoryEntry[] } {
  const pageCount = Math.max(1, Math.ceil(donations.length / pageSize));
  const page = Math.min(pageNumberOf(asked), pageCount);
  return { page, pageCount, donations: donations.slice((page - 1) * pageSize, page * pageSize) };
}

/** The applications without a donation: boxes under way, and those that ended early. */
export function withoutDonation(applications: readonly ApplicationStatus[]) {
  return {
    underWay: applications.filter((one) => stageOf(one) === 'under-way'),
    ended: applications.filter((one) => stageOf(one) === 'ended'),
  };
}

/** The applications that wait for their donor, then the others, each in their order. */
export const onHoldFirst = (applications: readonly ApplicationStatus[]): ApplicationStatus[] => [
  ...applications.filter(isOnHold),
  ...applications.filter((one) => !isOnHold(one)),
];
