import { and, desc, eq, isNull, ne, or } from 'drizzle-orm';
import type { ApplicationRow, EventRow } from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applicationEvents } from '#giving/applications/application-tables.server.ts';
import { isCorrection } from '#giving/applications/corrected-result.server.ts';
import type { Entered } from '#giving/applications/take-back.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';

/** Whether an event changed the state, unlike edits and papers. */
const isStep = ({ fromState, toState }: Pick<EventRow, 'fromState' | 'toState'>) =>
  fromState !== toState;

/** An event as input of the undo rules. */
export const toEntered = (event: EventRow): Entered => ({
  fromState: event.fromState as ApplicationState | null,
  toState: event.toState as ApplicationState,
  doneBy: event.doneBy,
  batchId: event.batchId,
  undoes: event.undoes,
  atMs: event.at.getTime(),
});

/**
 * The step that led to the current state, given events in order. After an undo it is the step before the undone one.
 */
export function lastStepOf(events: readonly EventRow[]): EventRow | undefined {
  // A correction names the result's step, which stays valid.
  const undone = new Set(
    events.flatMap((event) => (event.undoes === null || isCorrection(event) ? [] : [event.undoes])),
  );
  return events.findLast(
    (event) => isStep(event) && event.undoes === null && !undone.has(event.id),
  );
}

/** The same, read for an application with a locked row. */
export async function readLastStep(
  tx: Database | Transaction,
  { appraisalId, state }: Pick<ApplicationRow, 'appraisalId' | 'state'>,
): Promise<{ last: EventRow; since: Date } | undefined> {
  const events = await tx
    .select()
    .from(applicationEvents)
    .where(
      and(
        eq(applicationEvents.appraisalId, appraisalId),
        or(
          isNull(applicationEvents.fromState),
          ne(applicationEvents.fromState, applicationEvents.toState),
        ),
      ),
    )
    .orderBy(desc(applicationEvents.id));
  const ordered = events.toReversed();
  const last = lastStepOf(ordered);
  if (last?.toState !== state) return undefined;
  const before = lastStepOf(ordered.filter(({ id }) => id < last.id));
  return { last, since: before?.toState === last.fromState ? before.at : last.at };
}
