import { type ApplicationState, reachedOf } from '#domain/applications/application-state.ts';
import type { ScanOutcome } from './scan.ts';

/** What is known of an application when one of its labels is read. */
type Scanned = {
  state: ApplicationState;
  /** As applied for. */
  boxes: number;
  /** The numbers of its boxes that have come. */
  came: readonly number[];
  /** On the label; undefined where it names the application alone. */
  number: number | undefined;
};

/** The box that a label without its number stands for: the first that has not come, beyond all of them the next. */
function nextNumber({ boxes, came }: Pick<Scanned, 'boxes' | 'came'>): number {
  const missing = Array.from({ length: boxes }, (_, index) => index + 1).find(
    (number) => !came.includes(number),
  );
  return missing ?? Math.max(...came) + 1;
}

/**
 * What a scan comes to, and of which box. One box with its number alone that has come is here a second time; of
 * several boxes that have all come it is one more than was applied for.
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

/** Whether a label named the application alone although it has several boxes: then a person says which it is. */
export const isNumberGuessed = (code: { number: number | undefined } | undefined, boxes: number) =>
  code !== undefined && code.number === undefined && boxes > 1;
