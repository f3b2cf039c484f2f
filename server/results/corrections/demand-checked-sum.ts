import { refuse } from '#domain/errors/refusal.ts';
import { isOfSum } from '#domain/results/plausibility.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { Transaction } from '#server/db/database.ts';
import type { findApplications } from '#server/results/check-rows.ts';
import { flagsOfRows, readUsualBoxes } from '#server/results/waiting/usual-sums.ts';
import type { NextResult, Result } from './replace-result.ts';

type Corrected = {
  application: Awaited<ReturnType<typeof findApplications>>[number];
  standing: Result;
  next: NextResult;
  /** The sum that somebody says to have looked at. */
  checkedYen: number | undefined;
};

/**
 * Refuses another sum than before that looks unlikely, by the rule of results that wait, until somebody says to have
 * looked at just that sum. Days and boxes are what they were.
 */
export async function demandCheckedSum(
  tx: Transaction,
  { application, standing, next, checkedYen }: Corrected,
  at: Date,
): Promise<void> {
  const nextYen = next.appraisedYen + next.bonusYen;
  if (nextYen === standing.donationYen || nextYen === checkedYen) return;
  const result = { ...standing, ...next };
  const [flags = []] = await flagsOfRows(tx, [{ result, items: next.items, application }], {
    usualBoxes: await readUsualBoxes(tx),
    today: jstDay(at),
  });
  const unlikely = flags.filter(isOfSum).map(({ message }) => `${message}。`);
  if (unlikely.length === 0) return;
  const message = `${unlikely.join('')}正しければ、「金額を確かめました（${formatYen(nextYen)}円）」を選んでから、もう一度お進みください。`;
  throw refuse('ValidationError', message, { errors: [{ path: 'checkedYen', message }] });
}
