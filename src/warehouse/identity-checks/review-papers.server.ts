import { eq, inArray } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { identityPapers } from './identity-check-tables.server.ts';
import { type PaperFile, papersOf } from './paper-files.server.ts';

/** Marks an application's current papers as read and sets their retention. */
export async function reviewPapers(
  tx: Transaction,
  {
    appraisalId,
    operator,
    at,
    deleteAfter,
  }: { appraisalId: string; operator: Person; at: Date; deleteAfter: Date },
): Promise<PaperFile[]> {
  const files = await papersOf(tx, eq(identityPapers.appraisalId, appraisalId), at);
  if (files.length > 0) {
    await tx
      .update(identityPapers)
      .set({ reviewedAt: at, reviewedBy: operator.uid, deleteAfter })
      .where(
        inArray(
          identityPapers.id,
          files.map(({ id }) => id),
        ),
      );
  }
  return files;
}
