import { asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import type { AdminApplicationDetail } from './admin-application.ts';
import type { RecordedChange } from './application-edit.ts';
import type { WholeApplication } from './application-row.server.ts';
import type { ApplicationState } from './application-state.ts';
import { applicationChanges } from './application-tables.server.ts';
import { isCorrection } from './corrected-result.server.ts';
import { lastStepOf, toEntered } from './steps/last-step.server.ts';
import { rightStateOf, takeBackUntil } from './take-back.ts';

/** Every step and edit of an application, with the staff who made it. */
export async function adminHistory(
  tx: Transaction,
  { appraisalId, events }: WholeApplication,
): Promise<AdminApplicationDetail['history']> {
  const doers = events.flatMap(({ doneBy, actorUid }) =>
    doneBy === 'operator' && actorUid !== null ? [actorUid] : [],
  );
  const people = await tx
    .select({
      uid: users.uid,
      lastName: users.lastName,
      firstName: users.firstName,
      email: users.email,
    })
    .from(users)
    .where(inArray(users.uid, doers));
  const names = new Map(
    people.map(({ uid, lastName, firstName, email }) => [
      uid,
      `${lastName} ${firstName}`.trim() || email,
    ]),
  );
  const edits = await tx
    .select()
    .from(applicationChanges)
    .where(eq(applicationChanges.appraisalId, appraisalId))
    .orderBy(asc(applicationChanges.id));
  const changeAt = new Map(edits.map((edit) => [edit.at.getTime(), edit]));
  return events.map((event) => {
    const edit = event.fromState === event.toState ? changeAt.get(event.at.getTime()) : undefined;
    return {
      id: event.id,
      fromState: event.fromState as ApplicationState | null,
      toState: event.toState as ApplicationState,
      doneBy: event.doneBy,
      actorUid: event.actorUid,
      actorName: event.doneBy === 'operator' ? (names.get(event.actorUid ?? '') ?? '') : '',
      undoes: event.undoes,
      change: edit
        ? {
            id: edit.id,
            reason: edit.reason,
            changes: edit.changes as RecordedChange['changes'],
          }
        : null,
      isSkipped: event.isSkipped,
      isCorrection: isCorrection(event),
      note: event.note,
      at: toTimestamp(event.at),
    };
  });
}

/** How the last step can be undone now: taken back, or corrected. */
export function undoOptions(
  { events, state, donationYen, email }: WholeApplication,
  at: Date,
): Pick<AdminApplicationDetail, 'takeBackUntil' | 'rightState'> {
  const last = lastStepOf(events);
  // A step caused by a result is undone only by correcting the result; one that ended a held application already has
  // one.
  const hasResult = donationYen !== null;
  const isResults =
    last && (last.batchId !== null || hasResult !== (last.fromState === 'appraised'));
  if (!last || last.toState !== state || isResults || email === '') {
    return { takeBackUntil: null, rightState: null };
  }
  const entered = toEntered(last);
  const until = takeBackUntil(entered);
  const isOpen = until !== undefined && at.getTime() <= until;
  return {
    takeBackUntil: isOpen ? toTimestamp(new Date(until)) : null,
    rightState: rightStateOf(entered) ?? null,
  };
}
