import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type CsvEncoding, carrierFileBytes, fitShiftJis } from '#kit/http/csv/csv-bytes.server.ts';
import { wholeAddress } from '#kit/values/postal/written-address.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { jstDay, timestampToDate } from '#kit/values/timestamp.ts';
import { b2cloudColumns } from './b2cloud.ts';
import {
  type FrozenEntry,
  findEntry,
  keepSplit,
  readEntries,
  toEntry,
} from './batch-entries.server.ts';
import {
  type BatchRow,
  lockBatch,
  readBatch,
  selectBatches,
  toBatch,
} from './batch-rows.server.ts';
import { boxCodeOf } from './box-code.ts';
import { customerNumberOf } from './customer-number.ts';
import type { BoxLabel } from './draw-labels.server.ts';
import { eHiden3Columns } from './e-hiden3.ts';
import { freeLayoutFile } from './free-layout.server.ts';
import {
  type KitBatch,
  type KitBatchEntry,
  kitBatchesPageSize,
  type LabelSheet,
  labelFiles,
  labelSheets,
  labelsOfFile,
  type MendRequest,
} from './kit-batch.ts';
import type { KitParcel, ParcelColumn } from './kit-parcel.ts';
import type { Carrier, KitSender } from './kit-sender.ts';
import { kitBatches } from './kit-tables.server.ts';
import { senderFor, storedOptions } from './sender.server.ts';
import { refuseUnprintable } from './slip-letters.server.ts';
import { type Slip, sagawaSlip, yamatoSlip } from './slips.server.ts';

type Input = { leavesOn: string; entries: readonly FrozenEntry[]; sender: KitSender };

/** One row per box. Refuses while a slip needs an edit by hand, since nothing is ever truncated. */
function parcelsOf<Lines>(
  { leavesOn, entries, sender }: Input,
  slipOf: (entry: FrozenEntry) => Slip<Lines>,
): KitParcel<Lines>[] {
  const slips = entries.map((entry) => ({ entry, slip: slipOf(entry) }));
  const problemCount = slips.filter(({ slip }) => slip.problems.length > 0).length;
  if (problemCount > 0) {
    throw refuse(
      'Conflict',
      `送り状に入らない住所や、使えない文字が${problemCount}件あります。束の一覧で直すか、束から外してから、書き出してください。`,
    );
  }
  return slips.flatMap(({ entry, slip: { lines } }) =>
    Array.from({ length: entry.boxes }, (_, index) => ({
      customerNumber: customerNumberOf(entry.appraisalId, index + 1),
      appraisalId: entry.appraisalId,
      number: index + 1,
      boxes: entry.boxes,
      leavesOn,
      recipient: entry.recipient,
      lines,
      sender,
    })),
  );
}

function tableOf<Lines>(
  columns: readonly ParcelColumn<Lines>[],
  parcels: readonly KitParcel<Lines>[],
): string[][] {
  return parcels.map((parcel) => columns.map(([, cell]) => cell?.(parcel) ?? ''));
}

const headingsOf = (columns: readonly (readonly [string, ...unknown[]])[]) =>
  columns.map(([heading]) => heading);
const fitCp932 = (rows: readonly string[][]) =>
  rows.map((row) => row.map((cell) => fitShiftJis(cell).text));

/** File for ヤマト B2クラウド: CP932, CRLF, header row optional. */
function b2cloudFile(input: Input): Buffer {
  const parcels = parcelsOf(input, ({ recipient, split }) => yamatoSlip(recipient, split));
  const rows = tableOf(b2cloudColumns, parcels);
  const allRows = input.sender.yamatoHeader ? [headingsOf(b2cloudColumns), ...rows] : rows;
  return carrierFileBytes(fitCp932(allRows), 'shift_jis');
}

/** File for 佐川 e飛伝III: header row, quoted cells, CRLF, CP932 or UTF-8 with a byte order mark. */
function eHiden3File(input: Input): Buffer {
  const isCp932 = input.sender.sagawaEncoding === 'cp932';
  const parcels = parcelsOf(input, ({ recipient, split }) => sagawaSlip(recipient, split, isCp932));
  const rows = [headingsOf(eHiden3Columns), ...tableOf(eHiden3Columns, parcels)];
  return carrierFileBytes(isCp932 ? fitCp932(rows) : rows, isCp932 ? 'shift_jis' : 'utf8', {
    quotesAll: true,
  });
}

const isSame = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).toSorted()) ===
  JSON.stringify(Object.entries(other).toSorted());

/** Edits how a slip is printed, before the batch's files are written. */
export const mendSlip = (
  { db, clock }: Context,
  operator: Person,
  { id, position }: { id: string; position: number },
  { carrier, lines, seen }: MendRequest,
): Promise<KitBatchEntry> =>
  transaction(db, async (tx) => {
    // Keeps the batch's version, so that two people can mend different slips at once.
    await lockBatch(tx, id, (await readBatch(tx, id)).version);
    const { sagawaEncoding } = await storedOptions(tx);
    const isCp932 = sagawaEncoding === 'cp932';
    const entry = await findEntry(tx, id, position);
    if (!entry) throw refuse('NotFound', 'この行は、束にありません。');
    const now = toEntry(entry, isCp932)[carrier].lines;
    if (!isSame(now, seen)) {
      throw refuse(
        'Conflict',
        `ほかの人が先に直しています。いまの内容は「${Object.values(now).join(' ').trim()}」です。何も変えていません。`,
      );
    }
    if (carrier === 'yamato' || isCp932) refuseUnprintable(lines, 'lines.');
    await keepSplit(tx, entry, { [carrier]: lines });
    await audit(tx, operator, 'kits.correct', ['kit-batch', id], {
      at: clock(),
      carrier,
      ids: [entry.appraisalId],
    });
    const mended = await findEntry(tx, id, position);
    return toEntry(mended ?? entry, isCp932);
  });

/** One label per box, in the order of the entries. */
const boxLabels = (entries: readonly FrozenEntry[]): BoxLabel[] =>
  entries.flatMap(({ appraisalId, boxes, recipient }) =>
    Array.from({ length: boxes }, (_, index) => ({
      code: boxCodeOf(appraisalId, index + 1),
      number: index + 1,
      boxes,
      name: `${recipient.lastName} ${recipient.firstName}`,
      zipcode: formatPostalCode(recipient.zipcode).replace('〒', ''),
      address: wholeAddress(recipient),
      targetName: recipient.targetName,
    })),
  );

type KitFile = { layout: 'b2cloud' | 'e-hiden3' | 'free'; encoding: CsvEncoding };
type KitPaper = {
  what: 'labels' | 'packing';
  sheet: LabelSheet;
  /** First free place on the first sheet, from 1. */
  start: number;
  /** Number of the file, from 1. */
  part: number;
};

/** Drawing a file of labels takes a few seconds at most. */
const drawingMs = 20_000;

export const batchList: AuditedList<Record<never, never>, BatchRow, KitBatch> = {
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

const auditExport = (
  { db, clock }: Context,
  operator: Person,
  id: string,
  details: Record<string, unknown>,
) => audit(db, operator, 'kits.export', ['kit-batch', id], { at: clock(), ...details });

/** Entries that are printed and handed over; those left out are not. */
const printedEntries = async ({ db }: Context, id: string) =>
  (await readEntries(db, id)).filter(({ state }) => state !== 'left-out');

/** File of a batch for a carrier's program. Audited. */
export async function batchFile(
  ctx: Context,
  operator: Person,
  id: string,
  { layout, encoding }: KitFile,
) {
  const batch = await readBatch(ctx.db, id);
  if (batch.state === 'dissolved') throw refuse('Conflict', 'この束は解除されています。');
  const entries = await printedEntries(ctx, id);
  const leavesOn = dayOfLeaving(batch, ctx.clock());
  const inputFor = async (carrier: Carrier) => ({
    ...{ leavesOn, entries, sender: await senderFor(ctx, carrier) },
  });
  const bytes =
    layout === 'b2cloud'
      ? b2cloudFile(await inputFor('yamato'))
      : layout === 'e-hiden3'
        ? eHiden3File(await inputFor('sagawa'))
        : freeLayoutFile(entries, {
            ...{ leavesOn, encoding, goods: (await storedOptions(ctx.db)).goods },
          });
  await auditExport(ctx, operator, id, {
    carrier: layout,
    ids: entries.map(({ appraisalId }) => appraisalId),
  });
  return { fileName: `${layout}-${batch.day}-${batch.number}.csv`, bytes };
}

/** Labels or packing slips of a batch, split into files by number of boxes. Audited. */
export async function batchPaper(
  ctx: Context,
  operator: Person,
  id: string,
  { what, sheet, start, part }: KitPaper,
) {
  const batch = await readBatch(ctx.db, id);
  if (batch.state === 'dissolved') throw refuse('Conflict', 'この束は解除されています。');
  const first = what === 'labels' ? start : 1;
  if (first > labelSheets[sheet].perSheet) {
    throw refuse('ValidationError', '使いはじめの位置は、シートの面の数までです。');
  }
  const entries = await printedEntries(ctx, id);
  const all = boxLabels(entries);
  const files = labelFiles(all.length, first);
  if (part > files) throw refuse('NotFound', `この束のファイルは${files}つです。`);
  const labels = labelsOfFile(all, { part, start: first });
  const limits = { limitMs: drawingMs };
  const bytes =
    what === 'labels'
      ? await ctx.threads.run(
          'drawLabels',
          { sheet, start: part === 1 ? first : 1, labels },
          limits,
        )
      : await ctx.threads.run('drawPackingSlips', { labels }, limits);
  await auditExport(ctx, operator, id, { paper: what, number: part });
  return { fileName: `${what}-${batch.day}-${batch.number}-${part}.pdf`, bytes };
}
