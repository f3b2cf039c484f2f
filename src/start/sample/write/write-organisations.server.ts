import { campaignAssociates, campaigns } from '#giving/campaigns/campaign-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import {
  associateActivities,
  associateAgreements,
  associateCertifications,
  associateChallenges,
  associates,
  associateThanks,
  associateVisions,
  bankAccounts,
  categoryAssociates,
} from '#organisations/associates/associate-tables.server.ts';
import { campaignRows, pickRows } from '#start/sample/campaigns.server.ts';
import { certificationRows } from '#start/sample/certifications.server.ts';
import { accountOfOrganisation } from '#start/sample/money/bank-accounts.server.ts';
import { organisationRows, type SampleOrganisation } from '#start/sample/organisations.server.ts';

/** Writes organisations with all their texts; the first of them is number `first` of the sample's. */
export async function writeOrganisations(
  tx: Transaction,
  seed: number,
  organisations: readonly SampleOrganisation[],
  first: number,
  now: Date,
): Promise<void> {
  const rows = organisations.map((one, index) => organisationRows(seed, one, first + index, now));
  await insertAll(
    tx,
    associates,
    rows.map(({ associate }) => associate),
  );
  await insertAll(tx, bankAccounts, organisations.map(accountOfOrganisation));
  await insertAll(
    tx,
    associateAgreements,
    rows.map(({ agreement }) => agreement),
  );
  await insertAll(
    tx,
    associateChallenges,
    rows.flatMap(({ challengeRows }) => challengeRows),
  );
  await insertAll(
    tx,
    associateVisions,
    rows.map(({ vision }) => vision),
  );
  await insertAll(
    tx,
    associateActivities,
    rows.flatMap(({ activityRows }) => activityRows),
  );
  await insertAll(
    tx,
    associateThanks,
    rows.flatMap(({ thanksRows }) => thanksRows),
  );
}

/** Writes rows that refer to organisations: certifications, campaigns, picks. */
export async function writePointers(
  tx: Transaction,
  seed: number,
  organisations: readonly SampleOrganisation[],
  now: Date,
): Promise<void> {
  await insertAll(tx, associateCertifications, certificationRows(seed, organisations, now));
  const listed = new Set(organisations.map(({ id }) => id));
  const campaignsNow = campaignRows(listed, now);
  await insertAll(
    tx,
    campaigns,
    campaignsNow.map(({ row }) => row),
  );
  await insertAll(
    tx,
    campaignAssociates,
    campaignsNow.flatMap((one) => one.associates),
  );
  await insertAll(tx, categoryAssociates, pickRows(listed));
}
