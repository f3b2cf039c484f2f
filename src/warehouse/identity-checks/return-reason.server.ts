import { and, desc, eq, ne } from 'drizzle-orm';
import { applicationEvents } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';

/** Reason for the last return of an application's papers; '' if they were never returned. */
export async function returnReason(
  tx: Database | Transaction,
  appraisalId: string,
): Promise<string> {
  const [event] = await tx
    .select({ note: applicationEvents.note })
    .from(applicationEvents)
    .where(
      and(
        eq(applicationEvents.appraisalId, appraisalId),
        eq(applicationEvents.fromState, 'appraised'),
        eq(applicationEvents.toState, 'appraised'),
        eq(applicationEvents.doneBy, 'operator'),
        // An event without a reason was an edit.
        ne(applicationEvents.note, ''),
      ),
    )
    .orderBy(desc(applicationEvents.id))
    .limit(1);
  return event?.note ?? '';
}
