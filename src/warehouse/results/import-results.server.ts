import { sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { type Packed, pack } from '#kit/threads/packed.server.ts';
import type { CsvError } from '#kit/values/csv/csv-row.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { enterPurchases } from '#warehouse/dealer-ledger/enter-purchases.server.ts';
import { flagsOfRows, readUsualBoxes } from '#warehouse/results/waiting/usual-sums.server.ts';
import { type CheckedRows, checkRows } from './check-rows.server.ts';
import { type ReadUpload, readUpload, type Upload } from './read-upload.server.ts';
import type { ImportError, ResultImport } from './result-import.ts';
import { goodRows, type RowOutcomes, rowOutcomes } from './row-outcomes.server.ts';
import { lockWaitingBatch } from './waiting/lock-waiting.server.ts';
import { adjustBatchCounts, expectedYen, writeWaiting } from './waiting/write-waiting.server.ts';
import {
  type Batch,
  closeBatch,
  type FileNames,
  findUnrecordable,
  openBatch,
  writeRows,
} from './write-batch.server.ts';

/**
 * A hundred thousand rows in one transaction exceed the usual statement timeout. A background job's longer timeout,
 * or none, is kept.
 */
export const longStatements = sql`select set_config('statement_timeout', '60s', true)
  where current_setting('statement_timeout')::interval between '1ms' and '60s'`;

/**
 * Also discards cached plans before thousands of rows are written. A foreign key check planned while a table was
 * small scans the whole table for each new row.
 */
export const discardPlans = sql`${longStatements}; discard plans`;

/** Up to this many rows, a bad plan costs less than planning anew. */
const fewRows = 100;

/** Bytes. Some dozens of rows are read faster than they are handed to a thread and back. */
const smallFile = 4_096;

/** Bytes. Above this, ending the thread to free its memory is worth starting another. */
const largeFile = 1_000_000;

const sizeOf = ({ csv, items }: Upload) => csv.content.length + (items?.content.length ?? 0);
/** Two files of 100,000 rows take some seconds, on a busy machine far more. */
const reading = (upload: Upload) => ({ limitMs: 60_000, endsThread: sizeOf(upload) > largeFile });

/** Reads an upload, in a thread if it is long. Consumes the upload's bytes. */
const readOnce = (threads: Dependencies['threads'], upload: Upload): Promise<ReadUpload> =>
  sizeOf(upload) <= smallFile
    ? readUpload(upload)
    : threads.run('readUpload', upload, { ...reading(upload), handsOver: true });

/**
 * Faulty rows of one of the files as CSV, with a column エラー内容. `isRest`: rows not accepted while the good ones were,
 * each with all its items.
 */
export async function writeMistakes(
  { db, clock, threads }: Pick<Dependencies, 'db' | 'clock' | 'threads'>,
  upload: Upload,
  file: ImportError['file'],
  isRest = false,
): Promise<Uint8Array> {
  const mismatches: Packed<CsvError>[] = [];
  if (file === 'csv' || isRest) {
    const { rows, mistakes } = await threads.run('readUpload', upload, reading(upload));
    const wrongItems = new Set(isRest ? mistakes.ofItems : []);
    for await (const checked of checkRows(db, rows, { lock: false, today: jstDay(clock()) })) {
      mismatches.push(...pack(goodRows(checked, wrongItems).errors));
    }
  }
  return threads.run(
    'writeFaultyRows',
    { upload, file, mismatches, isRest },
    { ...reading(upload), handsOver: true },
  );
}

/** Options of an upload. */
export type ImportOptions = {
  /** Releases at once and notifies donors; else the rows wait. */
  releasesNow: boolean;
  /** Accepts the good rows even if others are wrong. */
  acceptsGood: boolean;
  /** Waiting batch that the rows join; by default a new one. */
  batchId: string | undefined;
  /** Reason that flagged rows are right; without one ('') they are not released. */
  overrideReason: string;
};

type ReadDeps = Pick<Dependencies, 'db' | 'clock' | 'threads'>;

/** Dry run of an upload. Consumes its bytes. */
export async function tryResults({ db, clock, threads }: ReadDeps, upload: Upload) {
  const read = await readOnce(threads, upload);
  return (await judgeRows({ db, clock }, read)).answer(null);
}

/**
 * Imports an upload of results in one transaction: all rows or, if one is wrong, none unless `acceptsGood`. Rows of
 * an earlier upload are recognised and skipped; without new rows no batch is created. Flagged rows need a reason to
 * be released, or else all rows wait. Consumes the upload's bytes.
 */
export async function importResults(
  dependencies: Dependencies,
  operator: Person,
  upload: Upload,
  options: ImportOptions,
): Promise<ResultImport> {
  const { threads } = dependencies;
  const names = { csv: upload.csv.name, items: upload.items?.name ?? '' };
  const read = await readOnce(threads, upload);
  const takesGood = options.acceptsGood && !read.mistakes.isUnreadable;
  // Reported together with mismatches of the other rows, to save a round.
  if (read.mistakes.total > 0 && !takesGood) {
    return (await judgeRows(dependencies, read)).answer(null, { isDone: false });
  }
  const write = (releasesNow: boolean) =>
    writeAll(dependencies, operator, names, read, { ...options, releasesNow });
  try {
    return await write(options.releasesNow);
  } catch (error) {
    if (error instanceof NotReleasable) return write(false);
    if (error instanceof WrongRows) return error.sums.answer(null, { isDone: false });
    throw error;
  }
}

async function judgeRows(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  read: ReadUpload,
): Promise<RowOutcomes> {
  const sums = rowOutcomes(read);
  const today = jstDay(clock());
  const usualBoxes = await readUsualBoxes(db);
  for await (const part of checkRows(db, read.rows, { lock: false, today })) {
    const flags = await flagsOfRows(db, part.accepted, { usualBoxes, today });
    sums.add(part, countFlagged(flags));
  }
  return sums;
}

const countFlagged = (flags: readonly (readonly unknown[])[]) =>
  flags.filter(({ length }) => length > 0).length;

/** Rolls back an upload with a wrong row. */
class WrongRows extends Error {
  readonly sums: RowOutcomes;
  constructor(sums: RowOutcomes) {
    super('a row is wrong');
    this.sums = sums;
  }
}

/** Rolls back an immediate release with a flagged or incomplete row. */
class NotReleasable extends Error {}

/** Checks and writes in parts, so that only one part is in memory. A wrong row rolls back everything. */
async function writeAll(
  dependencies: Dependencies,
  operator: Person,
  names: FileNames,
  read: ReadUpload,
  options: ImportOptions,
): Promise<ResultImport> {
  const { db, clock } = dependencies;
  const { releasesNow, acceptsGood, overrideReason, batchId } = options;
  return transaction(db, async (tx) => {
    await tx.execute(read.rowCount > fewRows ? discardPlans : longStatements);
    const sums = rowOutcomes(read);
    const at = clock();
    const today = jstDay(at);
    const joined = batchId === undefined ? undefined : await lockWaitingBatch(tx, batchId);
    let batch: Batch | undefined = joined && { id: joined.id, operator, at };
    const usualBoxes = await readUsualBoxes(tx);
    const wrongItems = new Set(acceptsGood ? read.mistakes.ofItems : []);
    const isOnePart = read.rows.length === 1;
    let parts = 0;
    let waitingYen = 0;
    let hasItems = false;
    for await (const checked of checkRows(tx, read.rows, { lock: true, today })) {
      const part: CheckedRows = goodRows(checked, wrongItems);
      const flags = await flagsOfRows(tx, part.accepted, { usualBoxes, today });
      sums.add(part, countFlagged(flags));
      if (sums.hasErrors() && !acceptsGood) continue;
      if (part.accepted.length === 0) continue;
      if (releasesNow && overrideReason === '' && countFlagged(flags) > 0)
        throw new NotReleasable();
      const expected = part.accepted.reduce((sum, { result }) => sum + expectedYen(result), 0);
      const donationYen = releasesNow ? sums.sums.donationYen : expected;
      const counts = { ...sums.sums, donationYen };
      batch ??= await openBatch(tx, { operator, at, read, names, isReleased: releasesNow, counts });
      const rows = part.accepted.map((row, index) => {
        const isFlagged = (flags[index] ?? []).length > 0;
        return { ...row, overrideReason: isFlagged ? overrideReason : '' };
      });
      // Mails are written within an upload of one part only; for more they would double its time.
      if (releasesNow) {
        await writeRows(tx, rows, batch, dependencies, { notifiesNow: parts === 0 });
        if ((await findUnrecordable(tx, rows)).size > 0) throw new NotReleasable();
      } else {
        const waiting = rows.map((row, index) => ({
          ...row,
          rowNumber: (joined && row.mendedRow) ?? row.result.row,
          flags: flags[index] ?? [],
        }));
        await writeWaiting(tx, waiting, batch, 'csv');
        waitingYen += expected;
      }
      hasItems ||= rows.some(({ items }) => items.length > 0);
      parts += 1;
    }
    if (sums.hasErrors() && !acceptsGood) throw new WrongRows(sums);
    if (!batch || parts === 0) return sums.answer(null);
    const { accepted, unchanged } = sums.sums;
    if (joined) {
      await adjustBatchCounts(tx, joined.id, { rows: accepted, yen: waitingYen, unchanged: 0 });
    } else if (!isOnePart) {
      const donationYen = releasesNow ? sums.sums.donationYen : waitingYen;
      await closeBatch(tx, batch, { accepted, unchanged, donationYen }, releasesNow && parts > 1);
    }
    // Last, so that a transaction waiting for the ledger's numbers already holds all its rows.
    if (releasesNow && hasItems) await enterPurchases(tx, { batchId: batch.id }, { operator, at });
    await audit(tx, operator, 'results.import', ['result-batch', batch.id], {
      at,
      accepted,
      unchanged,
      state: releasesNow ? 'released' : 'waiting',
    });
    return sums.answer(batch.id, { state: releasesNow ? 'released' : 'waiting' });
  });
}
