import { eq, inArray } from 'drizzle-orm';
import { readPapers } from '#giving/receipts/paper-record.server.ts';
import { copiedPaper } from '#giving/receipts/printed-paper.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { type Position, readKeysetPage } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { fiscalStartsOf } from '#money/statements/fiscal-years.server.ts';
import { fiscalPeriods } from '#money/statements/period.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import type { Classification } from '#organisations/associates/classification.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import {
  daysReceived,
  type GiverSelection,
  giverList,
  readGiverYear,
} from './giver-list.server.ts';
import {
  type Giver,
  type GiverYear,
  giverYearsOffered,
  keepsGiverList,
  maxDrawnGivers,
  noGiverList,
  unnamedLine,
} from './giver-list.ts';
import {
  type CopySelection,
  copyList,
  readCopyYear,
  readCopyYears,
} from './receipt-copies.server.ts';
import { type CopyBasis, type CopyYear, maxDrawnCopies } from './receipt-copy.ts';

/** Two thousand gifts take some seconds on a busy machine. */
const drawingLimitMs = 60_000;
/** Two hundred receipts take ten seconds, on a busy machine several times that. */
const copiesLimitMs = 85_000;

/** A file, and the position of the next one. */
export type DrawnPart = { pdf: Uint8Array; next: Position | undefined };

async function find({ db }: Context, associateId: string) {
  const [found] = await db
    .select({ name: associates.name, classification: associates.classification })
    .from(associates)
    .where(eq(associates.id, associateId));
  if (!found) throw notFound('団体');
  return found;
}

/** The organisation, if the law requires the list of it. */
async function demandListing(ctx: Context, associateId: string) {
  const found = await find(ctx, associateId);
  if (!keepsGiverList(found.classification as Classification))
    throw refuse('Forbidden', noGiverList);
  return found;
}

/** Reads the content of one file and audits its printing. */
const partOf = <Selection, Row, Item>(
  { db, clock }: Context,
  person: Person,
  list: AuditedList<Selection, Row, Item>,
  action: 'giver-lists.print' | 'receipt-copies.print',
  selection: Selection,
  { position, size }: { position: Position | undefined; size: number },
) =>
  transaction(db, async (tx) => {
    const at = clock();
    const { rows, next } = await readKeysetPage({
      keys: list.keys(selection, at),
      position,
      size,
      read: (part) => list.read(tx, selection, part, at),
      valuesOf: (row) => list.valuesOf(row, selection),
    });
    await audit(tx, person, action, [list.subjectType, list.subjectId(selection)], {
      at,
      ...list.details?.(selection),
      rows: rows.length,
    });
    return { items: await list.toItems(tx, rows, at), next };
  });

/** Fiscal years with a list, newest first; empty if the law requires none. */
export async function giverYears(ctx: Context, associateId: string): Promise<GiverYear[]> {
  const { db } = ctx;
  const { classification } = await find(ctx, associateId);
  if (!keepsGiverList(classification as Classification)) return [];
  const days = await daysReceived(db, associateId);
  if (!days) return [];
  const months = [days.first, days.last].map((day) => day.slice(0, 7));
  const [from = '', to = ''] = months;
  const starts = await fiscalStartsOf(db, associateId);
  const periods = fiscalPeriods(starts, from, to).slice(-giverYearsOffered).reverse();
  return Promise.all(periods.map((period) => readGiverYear(db, { associateId, period })));
}

export async function giverPage(
  ctx: Context,
  person: Person,
  selection: GiverSelection,
  position?: Position,
) {
  await demandListing(ctx, selection.associateId);
  return auditedList(ctx, giverList).page(person, selection, position);
}

/** Gifts by name, and a last line that sums up the others. */
export async function giverRows(
  ctx: Context,
  person: Person,
  selection: GiverSelection,
  encoding: CsvEncoding,
): Promise<AsyncGenerator<Giver[]>> {
  const { db } = ctx;
  await demandListing(ctx, selection.associateId);
  const year = await readGiverYear(db, selection);
  return withLastLine(
    await auditedList(ctx, giverList).rows(person, selection, encoding),
    unnamedLine(year),
  );
}

export async function printGivers(
  ctx: Context,
  person: Person,
  selection: GiverSelection,
  position?: Position,
): Promise<DrawnPart> {
  const { db, clock, threads } = ctx;
  const { name } = await demandListing(ctx, selection.associateId);
  await countTry(attempts(ctx), [['giver list as PDF', person.uid]]);
  const place = { position, size: maxDrawnGivers };
  const { items, next } = await partOf(
    ctx,
    person,
    giverList,
    'giver-lists.print',
    selection,
    place,
  );
  const paper = {
    associateName: name,
    year: await readGiverYear(db, selection),
    givers: items,
    goesOn: next !== undefined,
    drawnOn: jstDay(clock()),
  };
  return { pdf: await threads.run('drawGiverList', paper, { limitMs: drawingLimitMs }), next };
}

/** Years with receipts, with counts by state. */
export async function copyYears(
  ctx: Context,
  associateId: string,
  basis: CopyBasis,
): Promise<CopyYear[]> {
  const { db } = ctx;
  await find(ctx, associateId);
  return readCopyYears(db, associateId, basis);
}

export const copyPage = (
  ctx: Context,
  person: Person,
  selection: CopySelection,
  position?: Position,
) => auditedList(ctx, copyList).page(person, selection, position);

/** Copies as one PDF, from the receipts' records; a longer year continues in the next file. */
export async function printCopies(
  ctx: Context,
  person: Person,
  selection: CopySelection,
  position?: Position,
): Promise<DrawnPart> {
  const { db, clock, threads } = ctx;
  const { name } = await find(ctx, selection.associateId);
  await countTry(attempts(ctx), [['giver list as PDF', person.uid]]);
  const place = { position, size: maxDrawnCopies };
  const { items, next } = await partOf(
    ctx,
    person,
    copyList,
    'receipt-copies.print',
    selection,
    place,
  );
  const numbers = items.map(({ number }) => number);
  const records = await readPapers(db, inArray(receipts.number, numbers));
  const papers = new Map(records.map((record) => [record.number, record]));
  const paper = {
    associateName: name,
    basis: selection.basis,
    year: await readCopyYear(db, selection),
    goesOn: next !== undefined,
    drawnOn: jstDay(clock()),
    copies: await Promise.all(
      items.flatMap((copy) => {
        const record = papers.get(copy.number);
        return record ? [copiedPaper(ctx, record).then((paper) => ({ copy, paper }))] : [];
      }),
    ),
  };
  const options = { limitMs: copiesLimitMs, endsThread: true };
  return { pdf: await threads.run('drawCopies', paper, options), next };
}

export const copyRows = (
  ctx: Context,
  person: Person,
  selection: CopySelection,
  encoding: CsvEncoding,
) => auditedList(ctx, copyList).rows(person, selection, encoding);

async function* withLastLine(parts: AsyncIterable<Giver[]>, last: Giver): AsyncGenerator<Giver[]> {
  yield* parts;
  yield [last];
}
