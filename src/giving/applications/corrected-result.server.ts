import { toTimestamp } from '#kit/values/timestamp.ts';
import type { AppraisalOutcome } from '#warehouse/results/appraisal-result.ts';
import { resultWords, takenBackReason } from '#warehouse/results/result-words.ts';
import type { ApplicationStatus } from './application.ts';
import type { EventRow, WholeApplication } from './application-row.server.ts';

type Result = WholeApplication['results'][number];

/** Whether an event corrects a result: it has the result's step and its batch. */
export const isCorrection = ({ batchId, undoes }: Pick<EventRow, 'batchId' | 'undoes'>): boolean =>
  batchId !== null && undoes !== null;

/** The valid correction shown to a donor; undefined if the result is the first one again. */
export function currentCorrection(results: readonly Result[]): ApplicationStatus['correction'] {
  const [now] = results;
  const first = results.at(-1);
  const holds = validCorrection(results);
  if (!now || !first || !holds?.correctsId) return undefined;
  const before = words(first);
  const after = words(now);
  const { correctionReason: reason, createdAt } = holds;
  return before === after ? undefined : { before, after, reason, at: toTimestamp(createdAt) };
}

/** The valid correction: skips pairs of a withdrawn correction and its withdrawal. */
function validCorrection(results: readonly Result[]): Result | undefined {
  let index = 0;
  while (results[index]?.correctionReason === takenBackReason) index += 2;
  return results[index];
}

const words = (result: Result) =>
  resultWords({ ...result, outcome: result.outcome as AppraisalOutcome });
