import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, lt, lte, ne, not, type SQL, sql } from 'drizzle-orm';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { recordFileRemovals, removeFiles } from '#kit/files/file-removals.server.ts';
import type { IdentitySecrets } from '#kit/keys/secrets.server.ts';
import type { CleanPaper } from './clean-paper.server.ts';
import type { PaperKind } from './identity-check.ts';
import { identityPapers } from './identity-check-tables.server.ts';
import { paperSeal } from './paper-seal.server.ts';

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

/** Row of one file of a paper. */
export type PaperFile = {
  id: string;
  appraisalId: string;
  kind: PaperKind;
  format: CleanPaper['format'];
  submittedAt: Date;
  reviewedAt: Date | null;
};

const folder = 'identity-papers';
/** Grace period for files that are still being written. */
const writingMs = 60 * 60 * 1000;
const filesAtOnce = 100;

/**
 * Papers without a purpose: the application ended, or went on without the check, longer ago than a step can be
 * undone.
 */
const isNeedless = (now: Date) => sql`exists (select from ${applications} a
  where a.appraisal_id = ${identityPapers.appraisalId} and a.identity <> 'approved'
    and a.state not in ('applied', 'kit-sent', 'goods-received', 'appraised')
    and a.state_changed_at < ${new Date(now.getTime() - takeBackMinutes * 60_000).toISOString()}::timestamptz)`;

/** Files of the papers current at `now`, in the order sent, front before back. */
export async function papersOf(
  db: Database | Transaction,
  which: SQL | undefined,
  now: Date,
): Promise<PaperFile[]> {
  const rows = await db
    .select()
    .from(identityPapers)
    .where(and(which, gt(identityPapers.deleteAfter, now)))
    .orderBy(asc(identityPapers.submittedAt), asc(identityPapers.fileName));
  return rows.map((row) => ({
    id: row.id,
    appraisalId: row.appraisalId,
    kind: row.kind as PaperKind,
    format: row.fileName.endsWith('.pdf') ? 'pdf' : 'jpg',
    submittedAt: row.submittedAt,
    reviewedAt: row.reviewedAt,
  }));
}

/** Store of sealed papers. Each file has a row, or an entry in the list of files to delete. */
export function paperFiles({
  db,
  files,
  clock,
  ...keys
}: IdentitySecrets & Pick<Dependencies, 'db' | 'files' | 'clock'>) {
  const { seal, open } = paperSeal(keys);

  /** Deletes the expired ones of these files, with their rows. The sweep retries files that cannot be removed now. */
  async function forget(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const deletedRows = await transaction(db, async (tx) => {
      const rows = await tx
        .delete(identityPapers)
        .where(and(inArray(identityPapers.id, [...ids]), lte(identityPapers.deleteAfter, clock())))
        .returning({ fileName: identityPapers.fileName });
      const names = rows.map(({ fileName }) => fileName);
      await recordFileRemovals(tx, names);
      return names;
    });
    await removeFiles({ db, files }, deletedRows);
  }

  async function forgetAll(isOver: SQL | undefined): Promise<void> {
    for (;;) {
      const rows = await db
        .select({ id: identityPapers.id })
        .from(identityPapers)
        .where(isOver)
        .limit(filesAtOnce);
      await forget(rows.map(({ id }) => id));
      if (rows.length < filesAtOnce) return;
    }
  }

  return {
    forget,

    /**
     * Seals and stores an application's papers; returns their ids. They count as expired, so that the sweep deletes
     * them, until a transaction sets their retention.
     */
    async keep(
      appraisalId: string,
      papers: readonly (CleanPaper & { kind: PaperKind })[],
    ): Promise<string[]> {
      const submission = randomUUID();
      const at = clock();
      const sealed = papers.map(({ kind, format, bytes }, index) => ({
        row: {
          id: randomUUID(),
          appraisalId,
          kind,
          fileName: `${folder}/${submission}-${index}.${format}`,
          submittedAt: at,
          deleteAfter: at,
        },
        bytes,
      }));
      const ids = sealed.map(({ row }) => row.id);
      await db.insert(identityPapers).values(sealed.map(({ row }) => row));
      try {
        for (const { row, bytes } of sealed) await files.write(row.fileName, seal(bytes, row.id));
      } catch (error) {
        await forget(ids).catch(() => undefined);
        throw error;
      }
      return ids;
    },

    /** Unsealed bytes of a file; undefined if the file or the key that it was sealed under is gone. */
    async read(id: string): Promise<Buffer | undefined> {
      const [row] = await db
        .select({ fileName: identityPapers.fileName })
        .from(identityPapers)
        .where(eq(identityPapers.id, id));
      const sealed = row && (await files.read(row.fileName));
      return sealed && open(sealed, id);
    },

    /** Deletes papers that are expired or without a purpose. Asks for papers again if they were deleted unread. */
    async forgetOver(): Promise<void> {
      const now = clock();
      await db
        .update(identityPapers)
        .set({ deleteAfter: now })
        .where(and(isNeedless(now), gt(identityPapers.deleteAfter, now)));
      const written = new Date(now.getTime() - writingMs);
      await forgetAll(
        and(lte(identityPapers.deleteAfter, now), lt(identityPapers.submittedAt, written)),
      );
      await db
        .update(applications)
        .set({ identity: 'due', version: sql`${applications.version} + 1` })
        .where(
          and(
            eq(applications.identity, 'submitted'),
            inArray(applications.state, ['goods-received', 'appraised']),
            not(
              sql`exists (select from ${identityPapers} p
                where p.appraisal_id = ${applications.appraisalId} and p.delete_after > ${now.toISOString()}::timestamptz)`,
            ),
          ),
        );
    },
  };
}
