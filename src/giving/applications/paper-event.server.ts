import type { EventRow } from './application-row.server.ts';

/**
 * Identity check step of an event, if any. Recorded as steps from appraised to appraised: by the donor, or by the
 * operator with a reason. Without a reason it is an edit.
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
