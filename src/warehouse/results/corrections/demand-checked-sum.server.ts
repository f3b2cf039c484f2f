import type { Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { findApplications } from '#warehouse/results/check-rows.server.ts';
import { isOfSum } from '#warehouse/results/plausibility.ts';
import { flagsOfRows, readUsualBoxes } from '#warehouse/results/waiting/usual-sums.server.ts';
import type { NextResult, Result } from './replace-result.server.ts';

type CheckedSumInput = {
  application: Awaited<ReturnType<typeof findApplications>>[number];
  standing: Result;
  next: NextResult;
  /** Sum confirmed by the operator. */
  checkedYen: number | undefined;
};

/**
 * Refuses a changed sum that looks unlikely, by the rules of waiting results, until exactly that sum is confirmed.
 * Days and boxes are unchanged.
 */
export async function demandCheckedSum(
  tx: Transaction,
  { application, standing, next, checkedYen }: CheckedSumInput,
  at: Date,
): Promise<void> {
  const nextYen = next.appraisedYen + next.bonusYen;
  if (nextYen === standing.donationYen || nextYen === checkedYen) return;
  const result = { ...standing, ...next };
  const [flags = []] = await flagsOfRows(tx, [{ result, items: next.items, application }], {
    usualBoxes: await readUsualBoxes(tx),
    today: jstDay(at),
  });
  const unlikelyMessages = flags.filter(isOfSum).map(({ message }) => `${message}。`);
  if (unlikelyMessages.length === 0) return;
  const message = `${unlikelyMessages.join('')}正しければ、「金額を確かめました（${formatYen(nextYen)}円）」を選んでから、もう一度お進みください。`;
  throw refuse('ValidationError', message, { errors: [{ path: 'checkedYen', message }] });
}
