import type { EventRow } from './application-row.ts';

/**
 * Which step of the identity check an event tells, if any. They stand among the events as steps that
 * lead from appraised to appraised; nothing else does, since a correction is over by then.
 */
export function paperEventOf({
  fromState,
  toState,
  doneBy,
}: Pick<EventRow, 'fromState' | 'toState' | 'doneBy'>): 'sent' | 'returned' | undefined {
  if (fromState !== 'appraised' || toState !== 'appraised') return undefined;
  return doneBy === 'operator' ? 'returned' : 'sent';
}
