import type { PlausibilityFlag } from '#domain/results/plausibility.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findApplications } from '#server/results/check-rows.ts';
import type { TabletResult } from '#server/results/waiting/add-tablet-result.ts';
import { flagsOfRows, readUsualBoxes } from '#server/results/waiting/usual-sums.ts';

/** Implausible values of a draft's result. */
export async function findFlags(
  source: Database | Transaction,
  { items, overrideReason: _, ...values }: TabletResult,
  { clock }: Pick<Dependencies, 'clock'>,
): Promise<PlausibilityFlag[]> {
  const { appraisalId } = values;
  const [application] = await findApplications(source, [appraisalId], false);
  if (!application) return [];
  const result = { ...values, row: 1, associateId: application.associateId ?? '' };
  const rows = items.map((item, index) => ({ ...item, row: index + 1, appraisalId }));
  const [flags = []] = await flagsOfRows(source, [{ result, items: rows, application }], {
    usualBoxes: await readUsualBoxes(source),
    today: jstDay(clock()),
  });
  return flags;
}
