import type { ApplicationStatus } from '#domain/application.ts';
import { type Donation, type DonationHistoryEntry, toHistoryEntry } from '#domain/donation.ts';
import { sortHistory } from '#domain/donation-history.ts';
import { stageOf } from './life.ts';

/** A donation with the application it came from. */
export type HistoryEntry = {
  donation: DonationHistoryEntry;
  application: ApplicationStatus | undefined;
};

/** A year's donations, newest first, with their sum in yen. */
export type HistoryYear = { year: string; sumYen: number; entries: HistoryEntry[] };

export type History = {
  underWay: ApplicationStatus[];
  years: HistoryYear[];
  /** Cancelled, returned or without a price. */
  ended: ApplicationStatus[];
};

/** The donor's history: boxes under way, donations by year (Asia/Tokyo), and what became of the rest. */
export function historyOf(
  donations: readonly Donation[],
  applications: readonly ApplicationStatus[],
): History {
  const applicationOf = new Map(applications.map((one) => [one.appraisalId, one]));
  const entries = sortHistory(donations.map(toHistoryEntry)).map((donation) => ({
    donation,
    application: applicationOf.get(donation.donationId),
  }));
  const byYear = Map.groupBy(entries, ({ donation }) => donation.donatedAt.slice(0, 4));
  return {
    underWay: applications.filter((one) => stageOf(one) === 'under-way'),
    years: [...byYear].map(([year, ofYear]) => ({
      year,
      sumYen: ofYear.reduce((sum, { donation }) => sum + donation.amount, 0),
      entries: ofYear,
    })),
    ended: applications.filter((one) => stageOf(one) === 'ended'),
  };
}
