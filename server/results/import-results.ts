import { sql } from 'drizzle-orm';
import type { ImportError, ResultImport } from '#domain/result-import.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { checkRows } from './check-rows.ts';
import { type ReadUpload, readUpload, type Upload } from './read-upload.ts';
import { type Tally, tally } from './tally.ts';
import { type Batch, closeBatch, openBatch, writeRows } from './write-batch.ts';

/** A hundred thousand rows in one transaction take longer than a statement otherwise may. */
export const longStatements = sql`set local statement_timeout = '60s'`;

/** Every mistake of an upload, of its files and of its rows against the applications. */
export async function findMistakes(
  { db }: Pick<Dependencies, 'db'>,
  upload: Upload,
): Promise<{ sheets: ReadUpload['sheets']; errors: ImportError[] }> {
  const { sheets, ...read } = await readUpload(upload);
  return { sheets, errors: (await judge(db, read)).errors() };
}

/** What an upload of results would do; nothing is written. */
export async function tryResults(
  { db }: Pick<Dependencies, 'db'>,
  upload: Upload,
): Promise<ResultImport> {
  const { sheets: _, ...read } = await readUpload(upload);
  return (await judge(db, read)).answer(null);
}

/**
 * Writes an upload of results in one transaction: all rows or, while one of them is wrong, none.
 * Rows of an earlier upload are recognised and left alone; with nothing new, no batch is made.
 */
export async function importResults(
  dependencies: Dependencies,
  operator: Person,
  upload: Upload,
): Promise<ResultImport> {
  const { db } = dependencies;
  // The cells are let go: what they say is in the rows.
  const { sheets: _, ...read } = await readUpload(upload);
  // Told together with what the applications say against the other rows: one round less.
  if (read.errors.length > 0) return (await judge(db, read)).answer(null, false);
  try {
    return await writeAll(dependencies, operator, upload, read);
  } catch (error) {
    if (error instanceof Undone) return error.sums.answer(null, false);
    throw error;
  }
}

type Understood = Omit<ReadUpload, 'sheets'>;

async function judge(db: Dependencies['db'], read: Understood): Promise<Tally> {
  const sums = tally(read);
  for await (const part of checkRows(db, read.rows, read.itemRows, { lock: false })) sums.add(part);
  return sums;
}

/** Ends the transaction of an upload with a wrong row. */
class Undone extends Error {
  readonly sums: Tally;
  constructor(sums: Tally) {
    super('a row is wrong');
    this.sums = sums;
  }
}

/** Judges and writes part by part, so that only a part is in memory; a wrong row undoes them all. */
async function writeAll(
  dependencies: Dependencies,
  operator: Person,
  upload: Upload,
  read: Understood,
): Promise<ResultImport> {
  const { db, clock } = dependencies;
  const { rowCount, encoding } = read;
  return transaction(db, async (tx) => {
    await tx.execute(longStatements);
    const sums = tally(read);
    const at = clock();
    let batch: Batch | undefined;
    let mailsDue = false;
    for await (const part of checkRows(tx, read.rows, read.itemRows, { lock: true })) {
      sums.add(part);
      if (sums.hasErrors() || part.accepted.length === 0) continue;
      // The mails of one part are written with it; those of more would double the time of an upload.
      const isToldNow = batch === undefined;
      mailsDue ||= !isToldNow;
      batch ??= await openBatch(tx, { operator, at, upload, rowCount, encoding: encoding ?? '' });
      await writeRows(tx, part.accepted, batch, dependencies, { isToldNow });
    }
    if (sums.hasErrors()) throw new Undone(sums);
    if (!batch) return sums.answer(null);
    const { accepted, unchanged } = sums.sums;
    await closeBatch(tx, batch, sums.sums, mailsDue);
    await writeAudit(tx, {
      actor: operator,
      action: 'results.import',
      subjectType: 'result-batch',
      subjectId: batch.id,
      details: { accepted, unchanged },
      at,
    });
    return sums.answer(batch.id);
  });
}
