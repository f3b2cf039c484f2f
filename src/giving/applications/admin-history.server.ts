import { and, asc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import { lastStepOf, toEntered } from '#giving/applications/steps/undo-step.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import type { AdminApplicationDetail } from './admin-application.ts';
import type { RecordedChange } from './application-edit.ts';
import { isCorrection, type WholeApplication } from './application-row.server.ts';
import type { ApplicationState } from './application-state.ts';
import { applicationChanges, applicationEvents } from './application-tables.server.ts';
import { rightStateOf, takeBackUntil } from './take-back.ts';

/** Facts for a page of the operator's list that are not in an application's own row. */
type ListFacts = {
  /** Of the current result; null before it. */
  amountYen: number | null;
  /** The day YYYY-MM-DD on which its kit left, '' before. */
  kitSentOn: string;
};

/** Facts of these applications, in a fixed number of queries. */
export async function listFacts(
  db: Database | Transaction,
  rows: readonly { appraisalId: string }[],
): Promise<(appraisalId: string) => ListFacts> {
  const ids = rows.map(({ appraisalId }) => appraisalId);
  if (ids.length === 0) return () => ({ amountYen: null, kitSentOn: '' });
  const results = await db
    .select({ id: appraisals.appraisalId, yen: appraisals.donationYen })
    .from(appraisals)
    .where(and(eq(appraisals.appraisalId, oneOf(ids)), isNull(appraisals.reversedAt)));
  const sent = await db
    .select({ id: applicationEvents.appraisalId, at: max(applicationEvents.at) })
    .from(applicationEvents)
    .where(
      and(
        eq(applicationEvents.appraisalId, oneOf(ids)),
        // An expression, to avoid the index on the bare column: it covers a sixth of all steps, and would be scanned
        // for each page.
        sql`${applicationEvents.toState} || '' = 'kit-sent'`,
        eq(applicationEvents.isSkipped, false),
        // Neither an edit nor a step that was undone.
        sql`${applicationEvents.fromState} is distinct from ${applicationEvents.toState}`,
        isNull(applicationEvents.undoes),
        sql`not exists (select from application_events u where u.appraisal_id = ${applicationEvents.appraisalId}
          and u.undoes = ${applicationEvents.id})`,
      ),
    )
    .groupBy(applicationEvents.appraisalId);
  const yenOf = new Map(results.map(({ id, yen }) => [id, yen]));
  const sentAt = new Map(sent.map(({ id, at }) => [id, at]));
  return (appraisalId) => {
    const at = sentAt.get(appraisalId);
    return {
      amountYen: yenOf.get(appraisalId) ?? null,
      kitSentOn: at ? jstDay(at) : '',
    };
  };
}

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
