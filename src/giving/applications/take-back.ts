import type { ApplicationState } from './application-state.ts';

/**
 * Minutes during which a manual step can be taken back and its mail is held (docs/product.md, Steps
 * that were wrong).
 */
export const takeBackMinutes = 10;
const takeBackMs = takeBackMinutes * 60_000;

/** How an application entered its state. */
export type Entered = {
  fromState: ApplicationState | null;
  toState: ApplicationState;
  doneBy: string;
  batchId: string | null;
  undoes: number | null;
  atMs: number;
};

/**
 * States that an application may be corrected to, by its current state: an end back to the state
 * before it, a step to an earlier one. States that came from a result are corrected by a result
 * (docs/product.md, Steps that were wrong).
 */
const rightStates: Partial<Record<ApplicationState, readonly ApplicationState[]>> = {
  'kit-sent': ['applied'],
  'goods-received': ['kit-sent', 'applied'],
  cancelled: ['applied', 'kit-sent', 'goods-received', 'appraised'],
  returned: ['goods-received', 'appraised'],
  unpriced: ['goods-received', 'appraised'],
};

/** The state to correct an application to: the one before, if the table allows it. */
export function rightStateOf({
  fromState,
  toState,
}: Pick<Entered, 'fromState' | 'toState'>): ApplicationState | undefined {
  return fromState !== null && rightStates[toState]?.includes(fromState) ? fromState : undefined;
}

/**
 * Deadline for taking a step back, in ms; undefined for other than manual steps, such as a donor's
 * or a result's.
 */
export function takeBackUntil(entered: Entered): number | undefined {
  const { doneBy, batchId, undoes, atMs } = entered;
  const isByHand = doneBy === 'operator' && batchId === null && undoes === null;
  return isByHand && rightStateOf(entered) !== undefined ? atMs + takeBackMs : undefined;
}
