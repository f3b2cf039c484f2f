import { and, desc, eq, ne } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/database.ts';
import { applicationEvents } from '#server/db/schema/applications.ts';

/** Why the papers of an application came back the last time; '' where they never did. */
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
        // Without a reason it was an edit.
        ne(applicationEvents.note, ''),
      ),
    )
    .orderBy(desc(applicationEvents.id))
    .limit(1);
  return event?.note ?? '';
}
