import { type ApplicationState, reachedOf } from '#giving/applications/application-state.ts';
import type { ScanOutcome } from './scan.ts';

/** State of an application when one of its labels is scanned. */
type Scanned = {
  state: ApplicationState;
  /** Boxes applied for. */
  boxes: number;
  /** Numbers of the boxes that arrived. */
  came: readonly number[];
  /** Box number on the label; undefined if the label names only the application. */
  number: number | undefined;
};

/** Box that a label without a number stands for: the first missing one, or the one after the last. */
function nextNumber({ boxes, came }: Pick<Scanned, 'boxes' | 'came'>): number {
  const missing = Array.from({ length: boxes }, (_, index) => index + 1).find(
    (number) => !came.includes(number),
  );
  return missing ?? Math.max(...came) + 1;
}

/**
 * Outcome and box number of a scan. Without a number, an application's only box counts as scanned
 * again; if all of several boxes have arrived, it is one more than applied for.
 */
export function outcomeOfScan(scanned: Scanned): { outcome: ScanOutcome; number: number } {
  const { state, boxes, came } = scanned;
  const isOnlyBoxAgain = scanned.number === undefined && boxes === 1 && came.includes(1);
  const number = scanned.number ?? (isOnlyBoxAgain ? 1 : nextNumber(scanned));
  if (state === 'cancelled') return { outcome: 'cancelled', number };
  const reached = reachedOf(state);
  if (reached < 0 || reached > reachedOf('goods-received')) return { outcome: 'ended', number };
  if (came.includes(number)) return { outcome: 'again', number };
  return { outcome: number > boxes ? 'extra' : 'received', number };
}

/** Whether a label named only the application although it has several boxes; a person then confirms the number. */
export const isNumberGuessed = (code: { number: number | undefined } | undefined, boxes: number) =>
  code !== undefined && code.number === undefined && boxes > 1;
