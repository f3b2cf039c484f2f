import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { systemUid } from '#people/approvals/approval-list.server.ts';
import { appraisalDrafts } from '#warehouse/appraisals/appraisal-tables.server.ts';
import { type appraisals, resultBatches } from './result-tables.server.ts';

type Result = Pick<typeof appraisals.$inferSelect, 'appraisalId' | 'batchId' | 'correctsId'>;

/**
 * Whether two people looked at a result before its donor was notified: who appraised and who confirmed it at the table,
 * who uploaded it, and who released it. A release by time counts as none, and a correction is one person's.
 */
export async function isCheckedByTwo(
  db: Database | Transaction,
  { appraisalId, batchId, correctsId }: Result,
): Promise<boolean> {
  if (correctsId !== null) return false;
  const [looked] = await db
    .select({
      source: resultBatches.source,
      uploadedBy: resultBatches.uploadedBy,
      releasedBy: resultBatches.releasedBy,
      finishedBy: appraisalDrafts.finishedBy,
      reviewedBy: appraisalDrafts.reviewedBy,
    })
    .from(resultBatches)
    .leftJoin(appraisalDrafts, eq(appraisalDrafts.appraisalId, appraisalId))
    .where(eq(resultBatches.id, batchId));
  if (!looked) return false;
  const { source, uploadedBy, releasedBy, finishedBy, reviewedBy } = looked;
  const people = source === 'tablet' ? [finishedBy, reviewedBy] : [uploadedBy];
  const known = [...people, releasedBy].filter((uid) => uid !== null && uid !== systemUid);
  return new Set(known).size > 1;
}
