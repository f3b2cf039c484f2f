import type { EventRow } from './application-row.ts';

/**
 * Which step of the identity check an event tells, if any. They stand among the events as steps that lead from
 * appraised to appraised: the donor's, and the operator's with a reason. An edit is one without.
 */
export function paperEventOf({
  fromState,
  toState,
  doneBy,
  note,
}: Pick<EventRow, 'fromState' | 'toState' | 'doneBy' | 'note'>): 'sent' | 'returned' | undefined {
  if (fromState !== 'appraised' || toState !== 'appraised') return undefined;
  if (doneBy !== 'operator') return 'sent';
  return note === '' ? undefined : 'returned';
}
