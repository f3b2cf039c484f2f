import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { findApplications } from '#warehouse/results/check-rows.server.ts';
import type { PlausibilityFlag } from '#warehouse/results/plausibility.ts';
import type { TabletResult } from '#warehouse/results/waiting/add-tablet-result.server.ts';
import { flagsOfRows, readUsualBoxes } from '#warehouse/results/waiting/usual-sums.server.ts';

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
