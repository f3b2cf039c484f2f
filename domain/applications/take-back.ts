import type { ApplicationState } from './application-state.ts';

/** So long a step by hand can be taken back, and its mail waits (docs/product.md, Steps that were wrong). */
export const takeBackMinutes = 10;
const takeBackMs = takeBackMinutes * 60_000;

/** What an event says of how an application came to its state. */
export type Entered = {
  fromState: ApplicationState | null;
  toState: ApplicationState;
  doneBy: string;
  batchId: string | null;
  undoes: number | null;
  atMs: number;
};

/**
 * The states that one may be set right to, by what it is now: an end to what it ended, a step to the one before.
 * What a result led to is corrected by a result (docs/product.md, Steps that were wrong).
 */
const rightStates: Partial<Record<ApplicationState, readonly ApplicationState[]>> = {
  'kit-sent': ['applied'],
  'goods-received': ['kit-sent', 'applied'],
  cancelled: ['applied', 'kit-sent', 'goods-received', 'appraised'],
  returned: ['goods-received', 'appraised'],
  unpriced: ['goods-received', 'appraised'],
};

/** The state that an application may be set right to: the one that it came from, where there is a way back. */
export function rightStateOf({
  fromState,
  toState,
}: Pick<Entered, 'fromState' | 'toState'>): ApplicationState | undefined {
  return fromState !== null && rightStates[toState]?.includes(fromState) ? fromState : undefined;
}

/** Until when a step can be taken back, in ms; undefined for what is no step by hand, such as a donor's own or a result's. */
export function takeBackUntil(entered: Entered): number | undefined {
  const { doneBy, batchId, undoes, atMs } = entered;
  const isByHand = doneBy === 'operator' && batchId === null && undoes === null;
  return isByHand && rightStateOf(entered) !== undefined ? atMs + takeBackMs : undefined;
}
