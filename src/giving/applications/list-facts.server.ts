import { and, eq, isNull, max, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { applicationEvents } from './application-tables.server.ts';

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
