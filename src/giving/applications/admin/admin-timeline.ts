import type { AdminApplicationDetail } from '#giving/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  mainLineOf,
  onHoldAdminLabel,
  reachedOf,
} from '#giving/applications/application-state.ts';
import type { TimelineEntry } from '#kit/ui/timeline.tsx';
import { formatDate } from '#kit/values/timestamp.ts';

type TimelineInput = Pick<AdminApplicationDetail, 'state' | 'history' | 'identity'> & {
  status: Pick<AdminApplicationDetail['status'], 'needsKit'>;
};

/** The pending event on the way to a state. */
const waiting: Partial<Record<ApplicationState, string>> = {
  'kit-sent': '発送待ち',
  'goods-received': '到着待ち',
  remitted: '送金待ち',
};

/**
 * The timeline of an application: the main line with its dates; one that ended early shows its steps so far and the
 * end.
 */
export function timelineOf({ state, history, identity, status }: TimelineInput): TimelineEntry[] {
  const undone = new Set(history.map(({ undoes }) => undoes));
  const standing = history.filter(({ id, undoes }) => undoes === null && !undone.has(id));
  const enteredAt = (entered: ApplicationState) =>
    standing.findLast(({ fromState, toState }) => toState === entered && fromState !== toState)?.at;
  const done = (entered: ApplicationState): TimelineEntry => {
    const enteredOn = enteredAt(entered);
    return {
      label: applicationStateFacts[entered].admin,
      note: enteredOn && formatDate(enteredOn),
      isDone: true,
    };
  };
  const line = mainLineOf(status);
  if (reachedOf(state) < 0) return [...line.filter(enteredAt), state].map(done);
  const reached = line.findLastIndex((step) => reachedOf(step) <= reachedOf(state));
  const steps = line.map((step, index) => {
    if (index <= reached) return done(step);
    const note =
      index > reached + 1
        ? undefined
        : step === 'donated' && identity !== 'not-needed'
          ? onHoldAdminLabel
          : waiting[step];
    return { label: applicationStateFacts[step].admin, note, isDone: false };
  });
  return state === 'thanked' ? [...steps, done(state)] : steps;
}
