import { and, desc, eq, isNull, ne, or } from 'drizzle-orm';
import {
  type ApplicationRow,
  type EventRow,
  isCorrection,
} from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import { applicationEvents } from '#giving/applications/application-tables.server.ts';
import { dropStepMails } from '#giving/applications/donor-mails.server.ts';
import { moveApplication } from '#giving/applications/move-application.server.ts';
import type { Entered } from '#giving/applications/take-back.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import {
  appraisalDraftItems,
  waitingResults,
} from '#warehouse/appraisals/appraisal-tables.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { hasLaterBox, undoOnBoxes } from './box-flags.server.ts';

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

type Undoing = {
  last: EventRow;
  /** When it entered the previous state. */
  since: Date;
  actorUid: string;
  note: string;
  at: Date;
};

/** Why a manual step cannot be undone; undefined if it can. */
export async function undoBlocker(
  tx: Transaction,
  { appraisalId, email }: ApplicationRow,
  last: EventRow,
): Promise<string | undefined> {
  if (email === '') return '個人データを消去したお申し込みの状態は、元に戻せません。';
  const [standing] = await tx
    .select({ id: appraisals.id })
    .from(appraisals)
    .where(and(eq(appraisals.appraisalId, appraisalId), isNull(appraisals.reversedAt)))
    .limit(1);
  // An application ended while held has a result; without a result there is none to hold.
  const wasHeld = last.fromState === 'appraised';
  if (standing && !wasHeld) {
    return '査定の結果が出ています。査定結果の「訂正」から直してください。';
  }
  if (wasHeld && !standing) return '査定の結果が取り消されているため、元に戻せません。';
  if (last.toState !== 'goods-received') return undefined;
  const [waiting] = await tx
    .select({ id: waitingResults.id })
    .from(waitingResults)
    .where(
      and(
        eq(waitingResults.appraisalId, appraisalId),
        isNull(waitingResults.takenOutAt),
        isNull(waitingResults.releasedAt),
      ),
    )
    .limit(1);
  if (waiting) {
    return '査定の結果が確定を待っています。先に、査定結果の画面でこの行を外してください。';
  }
  const onTable = and(
    eq(appraisalDraftItems.appraisalId, appraisalId),
    isNull(appraisalDraftItems.removedAt),
  );
  if ((await tx.$count(appraisalDraftItems, onTable)) > 0) {
    return '査定の入力が始まっています。先に、査定の画面でお品物を取り除いてください。';
  }
  return (await hasLaterBox(tx, { appraisalId }, last.at))
    ? 'そのあとに、ほかの箱も届いています。箱の受け付けの画面で、届いた箱をお確かめください。'
    : undefined;
}

/**
 * Moves a locked application back before its last step, by an event that names the step: restores state and boxes,
 * deletes unsent mail. Returns whether the donor knows of the step.
 */
export async function undoStep(
  tx: Transaction,
  row: ApplicationRow,
  { last, since, actorUid, note, at }: Undoing,
): Promise<{ row: ApplicationRow; isKnown: boolean } | undefined> {
  const to = last.fromState as ApplicationState;
  const moved = await moveApplication(tx, row, to, {
    doneBy: 'operator',
    actorUid,
    note,
    undoes: last.id,
    since,
    at,
  });
  if (!moved) return undefined;
  await undoOnBoxes(tx, row, { actorUid, at, reason: note });
  const entered = { state: row.state as ApplicationState, since: last.at };
  const { isKnown } = await dropStepMails(tx, row, entered, { clock: () => at });
  return { row: moved, isKnown };
}
