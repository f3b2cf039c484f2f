import { sql } from 'drizzle-orm';
import type { ImportError, ResultImport } from '#domain/results/result-import.ts';
import type { CsvError } from '#domain/values/csv/csv-row.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type Packed, pack } from '#server/threads/packed.ts';
import { checkRows } from './check-rows.ts';
import type { ReadUpload, Upload } from './read-upload.ts';
import { type RowOutcomes, rowOutcomes } from './row-outcomes.ts';
import { type Batch, closeBatch, type FileNames, openBatch, writeRows } from './write-batch.ts';

/** A hundred thousand rows in one transaction take longer than the usual statement timeout. */
export const longStatements = sql`set local statement_timeout = '60s'`;

/** Two files of 100,000 rows take some seconds, on a machine that is busy otherwise many more. */
const reading = { limitMs: 60_000 };

/** The faulty rows of one of the files as a CSV file, with a column エラー内容. */
export async function writeMistakes(
  { db, clock, threads }: Pick<Dependencies, 'db' | 'clock' | 'threads'>,
  upload: Upload,
  file: ImportError['file'],
): Promise<Uint8Array> {
  const mismatches: Packed<CsvError>[] = [];
  if (file === 'csv') {
    const { rows } = await threads.run('readUpload', upload, reading);
    for await (const { errors } of checkRows(db, rows, { lock: false, today: jstDay(clock()) })) {
      mismatches.push(...pack(errors));
    }
  }
  return threads.run(
    'writeFaultyRows',
    { upload, file, mismatches },
    { ...reading, handsOver: true },
  );
}

/** What an upload of results would do; nothing is written. The upload's bytes are used up. */
export async function tryResults(
  { db, clock, threads }: Pick<Dependencies, 'db' | 'clock' | 'threads'>,
  upload: Upload,
): Promise<ResultImport> {
  const read = await threads.run('readUpload', upload, { ...reading, handsOver: true });
  return (await judge({ db, clock }, read)).answer(null);
}

/**
 * Writes an upload of results in one transaction: all rows or, while one of them is wrong, none.
 * Rows of an earlier upload are recognised and left alone; with nothing new, no batch is made. The
 * upload's bytes are used up.
 */
export async function importResults(
  dependencies: Dependencies,
  operator: Person,
  upload: Upload,
): Promise<ResultImport> {
  const { threads } = dependencies;
  const names = { csv: upload.csv.name, items: upload.items?.name ?? '' };
  const read = await threads.run('readUpload', upload, { ...reading, handsOver: true });
  // Reported together with what the applications say against the other rows: one round less.
  if (read.mistakes.total > 0) return (await judge(dependencies, read)).answer(null, false);
  try {
    return await writeAll(dependencies, operator, names, read);
  } catch (error) {
    if (error instanceof Undone) return error.sums.answer(null, false);
    throw error;
  }
}

async function judge(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  read: ReadUpload,
): Promise<RowOutcomes> {
  const sums = rowOutcomes(read);
  for await (const part of checkRows(db, read.rows, { lock: false, today: jstDay(clock()) }))
    sums.add(part);
  return sums;
}

/** Ends the transaction of an upload with a wrong row. */
class Undone extends Error {
  readonly sums: RowOutcomes;
  constructor(sums: RowOutcomes) {
    super('a row is wrong');
    this.sums = sums;
  }
}

/** Checks and writes in parts, so that only a part is in memory; a wrong row rolls back all. */
async function writeAll(
  dependencies: Dependencies,
  operator: Person,
  names: FileNames,
  read: ReadUpload,
): Promise<ResultImport> {
  const { db, clock } = dependencies;
  return transaction(db, async (tx) => {
    await tx.execute(longStatements);
    const sums = rowOutcomes(read);
    const at = clock();
    let batch: Batch | undefined;
    let mailsDue = false;
    for await (const part of checkRows(tx, read.rows, { lock: true, today: jstDay(at) })) {
      sums.add(part);
      if (sums.hasErrors() || part.accepted.length === 0) continue;
      // Mails are written with an upload of one part; with more they would double its time.
      const notifiesNow = batch === undefined;
      mailsDue ||= !notifiesNow;
      batch ??= await openBatch(tx, { operator, at, read, names });
      await writeRows(tx, part.accepted, batch, dependencies, { notifiesNow });
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
