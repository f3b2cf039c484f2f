import type { Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import {
  associateActivities,
  associateCertifications,
  associateChallenges,
  associates,
  associateThanks,
  associateVisions,
  categoryAssociates,
} from '#server/db/schema/associates.ts';
import { campaignAssociates, campaigns } from '#server/db/schema/campaigns.ts';
import { campaignRows, pickRows } from './campaigns.ts';
import { certificationRows } from './certifications.ts';
import { organisationRows, type SampleOrganisation } from './organisations.ts';

const organisationsAtOnce = 500;

/** Writes the organisations with all they say, and what points at them. */
export async function writeOrganisations(
  tx: Transaction,
  seed: number,
  organisations: readonly SampleOrganisation[],
  now: Date,
  onWritten: (count: number) => void,
): Promise<void> {
  for (let from = 0; from < organisations.length; from += organisationsAtOnce) {
    const part = organisations.slice(from, from + organisationsAtOnce);
    const rows = part.map((one, index) => organisationRows(seed, one, from + index, now));
    await insertAll(
      tx,
      associates,
      rows.map(({ associate }) => associate),
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
    onWritten(part.length);
  }
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
