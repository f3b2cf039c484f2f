import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { jstDay, timestampToDate } from '#kit/values/timestamp.ts';
import { entryList, readEntries } from './batch-entries.server.ts';
import { type BatchRow, readBatch, selectBatches, toBatch } from './batch-rows.server.ts';
import { boxLabels } from './box-labels.server.ts';
import { b2cloudFile, eHiden3File } from './carrier-file.server.ts';
import { freeLayoutFile } from './free-layout.server.ts';
import { freezeKits } from './freeze-kits.server.ts';
import {
  type KitBatch,
  kitBatchesPageSize,
  type LabelSheet,
  labelFiles,
  labelSheets,
  labelsOfFile,
} from './kit-batch.ts';
import { kitBatches } from './kit-tables.server.ts';
import { markBatch } from './mark-batch.server.ts';
import { mendSlip } from './mend-slip.server.ts';
import { kitSender, storedSender } from './sender.server.ts';
import { undoBatchMark } from './take-back-mark.server.ts';

export type KitFile = { layout: 'b2cloud' | 'e-hiden3' | 'free'; encoding: CsvEncoding };
export type KitPaper = {
  what: 'labels' | 'packing';
  sheet: LabelSheet;
  /** First free place on the first sheet, from 1. */
  start: number;
  /** Number of the file, from 1. */
  part: number;
};

/** Drawing a file of labels takes a few seconds at most. */
const drawingMs = 20_000;

const batchList: AuditedList<Record<never, never>, BatchRow, KitBatch> = {
  name: 'kits',
  isPersonal: false,
  subjectType: 'kit-batches',
  subjectId: () => 'all',
  pageSize: kitBatchesPageSize,
  keys: () => [
    { by: kitBatches.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: kitBatches.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ batch }) => [batch.createdAt.getTime(), batch.id],
  idOf: ({ batch }) => batch.id,
  read: (db, _selection, part) =>
    selectBatches(db)
      .where(part.where)
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db) => exactTotal(await db.$count(kitBatches)),
  toItems: (_db, rows) => rows.map(toBatch),
};

/**
 * Day on which a batch is handed to the carrier. Carriers' programs refuse past days, so a batch frozen the evening
 * before gets the current one.
 */
function dayOfLeaving({ day, markedAt }: KitBatch, now: Date): string {
  const left = jstDay(markedAt === null ? now : timestampToDate(markedAt));
  return left > day ? left : day;
}

/** Kits to send: frozen as batches, with carriers' files and labels, and marked as sent. */
export const kits = (dependencies: Dependencies) => {
  const { db, clock, threads } = dependencies;
  const auditBatch = (operator: Person, id: string, details: Record<string, unknown>) =>
    audit(db, operator, 'kits.export', ['kit-batch', id], { at: clock(), ...details });
  /** Entries that are printed and handed over; those left out are not. */
  const printed = async (id: string) =>
    (await readEntries(db, id)).filter(({ state }) => state !== 'left-out');

  return {
    ...freezeKits(dependencies),
    ...markBatch(dependencies),
    ...kitSender(dependencies),
    mend: mendSlip(dependencies),
    takeBackMark: undoBatchMark(dependencies),
    batchList: auditedList(dependencies, batchList),
    entryList: auditedList(dependencies, entryList),

    batch: (id: string) => readBatch(db, id),

    /** File of a batch for a carrier's program. Audited. */
    async file(operator: Person, id: string, { layout, encoding }: KitFile) {
      const batch = await readBatch(db, id);
      if (batch.state === 'dissolved') throw refuse('Conflict', 'この束は解除されています。');
      const sender = await storedSender(db);
      const entries = await printed(id);
      const leavesOn = dayOfLeaving(batch, clock());
      const input = { leavesOn, entries, sender };
      const bytes =
        layout === 'b2cloud'
          ? b2cloudFile(input)
          : layout === 'e-hiden3'
            ? eHiden3File(input)
            : freeLayoutFile(entries, { leavesOn, goods: sender.goods, encoding });
      await auditBatch(operator, id, {
        carrier: layout,
        ids: entries.map(({ appraisalId }) => appraisalId),
      });
      return { fileName: `${layout}-${batch.day}-${batch.number}.csv`, bytes };
    },

    /** Labels or packing slips of a batch, split into files by number of boxes. Audited. */
    async paper(operator: Person, id: string, { what, sheet, start, part }: KitPaper) {
      const batch = await readBatch(db, id);
      if (batch.state === 'dissolved') throw refuse('Conflict', 'この束は解除されています。');
      const first = what === 'labels' ? start : 1;
      if (first > labelSheets[sheet].perSheet) {
        throw refuse('ValidationError', '使いはじめの位置は、シートの面の数までです。');
      }
      const entries = await printed(id);
      const all = boxLabels(entries);
      const files = labelFiles(all.length, first);
      if (part > files) throw refuse('NotFound', `この束のファイルは${files}つです。`);
      const labels = labelsOfFile(all, { part, start: first });
      const limits = { limitMs: drawingMs };
      const bytes =
        what === 'labels'
          ? await threads.run(
              'drawLabels',
              { sheet, start: part === 1 ? first : 1, labels },
              limits,
            )
          : await threads.run('drawPackingSlips', { labels }, limits);
      await auditBatch(operator, id, { paper: what, number: part });
      return { fileName: `${what}-${batch.day}-${batch.number}-${part}.pdf`, bytes };
    },
  };
};
