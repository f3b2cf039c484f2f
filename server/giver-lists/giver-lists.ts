import { eq, inArray } from 'drizzle-orm';
import type { Classification } from '#domain/associates/classification.ts';
import { notFound, refuse } from '#domain/errors/refusal.ts';
import {
  type Giver,
  type GiverYear,
  giverYearsOffered,
  keepsGiverList,
  maxDrawnGivers,
  noGiverList,
  unnamedLine,
} from '#domain/giver-lists/giver-list.ts';
import { type CopyBasis, type CopyYear, maxDrawnCopies } from '#domain/giver-lists/receipt-copy.ts';
import { fiscalPeriods } from '#domain/statements/period.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { audit } from '#server/audit/audit.ts';
import { type AuditedList, auditedList } from '#server/audit/audited-list.ts';
import { countTry } from '#server/auth/account-messages.ts';
import { transaction, withTimeout } from '#server/db/database.ts';
import { type Position, readKeysetPage } from '#server/db/keyset.ts';
import { associates } from '#server/db/schema/associates.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { CsvEncoding } from '#server/http/csv/csv-bytes.ts';
import { attempts } from '#server/limits/attempts.ts';
import { type PaperRecord, readPapers } from '#server/receipts/paper-record.ts';
import type { ReceiptPaper } from '#server/receipts/receipt-paper.ts';
import { fiscalStartsOf } from '#server/statements/fiscal-years.ts';
import { daysReceived, type GiverSelection, giverList, readGiverYear } from './giver-list.ts';
import { type CopySelection, copyList, readCopyYear, readCopyYears } from './receipt-copies.ts';

/** Two thousand gifts take some seconds on a busy machine. */
const drawingLimitMs = 60_000;
/** Two hundred receipts take ten seconds, on a busy machine several times that. */
const copiesLimitMs = 85_000;

/** A file, and the position of the next one. */
export type DrawnPart = { pdf: Uint8Array; next: Position | undefined };

/** 寄附者名簿 and copies of receipts in an organisation's name. The route checks access. */
export const giverLists = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'threads' | 'secret'> & {
    /** A receipt's record in the form of its organisation's copy. */
    copied: (record: PaperRecord) => Promise<ReceiptPaper>;
  },
) => {
  const { clock, threads } = dependencies;
  const db = withTimeout(dependencies.db);
  const budgets = attempts(dependencies);
  const givers = auditedList({ db, clock }, giverList);
  const copies = auditedList({ db, clock }, copyList);

  async function find(associateId: string) {
    const [found] = await db
      .select({ name: associates.name, classification: associates.classification })
      .from(associates)
      .where(eq(associates.id, associateId));
    if (!found) throw notFound('団体');
    return found;
  }
  /** The organisation, if the law requires the list of it. */
  async function demandListing(associateId: string) {
    const found = await find(associateId);
    if (!keepsGiverList(found.classification as Classification))
      throw refuse('Forbidden', noGiverList);
    return found;
  }

  /** Reads the content of one file and audits its printing. */
  const partOf = <Selection, Row, Item>(
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

  return {
    /** Fiscal years with a list, newest first; empty if the law requires none. */
    async years(associateId: string): Promise<GiverYear[]> {
      const { classification } = await find(associateId);
      if (!keepsGiverList(classification as Classification)) return [];
      const days = await daysReceived(db, associateId);
      if (!days) return [];
      const months = [days.first, days.last].map((day) => day.slice(0, 7));
      const [from = '', to = ''] = months;
      const starts = await fiscalStartsOf(db, associateId);
      const periods = fiscalPeriods(starts, from, to).slice(-giverYearsOffered).reverse();
      return Promise.all(periods.map((period) => readGiverYear(db, { associateId, period })));
    },

    async giverPage(person: Person, selection: GiverSelection, position?: Position) {
      await demandListing(selection.associateId);
      return givers.page(person, selection, position);
    },

    /** Gifts by name, and a last line that sums up the others. */
    async giverRows(
      person: Person,
      selection: GiverSelection,
      encoding: CsvEncoding,
    ): Promise<AsyncGenerator<Giver[]>> {
      await demandListing(selection.associateId);
      const year = await readGiverYear(db, selection);
      return withLastLine(await givers.rows(person, selection, encoding), unnamedLine(year));
    },

    async printGivers(
      person: Person,
      selection: GiverSelection,
      position?: Position,
    ): Promise<DrawnPart> {
      const { name } = await demandListing(selection.associateId);
      await countTry(budgets, [['giver list as PDF', person.uid]]);
      const place = { position, size: maxDrawnGivers };
      const { items, next } = await partOf(
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
    },

    /** Years with receipts, with counts by state. */
    async copyYears(associateId: string, basis: CopyBasis): Promise<CopyYear[]> {
      await find(associateId);
      return readCopyYears(db, associateId, basis);
    },
    copyPage: (person: Person, selection: CopySelection, position?: Position) =>
      copies.page(person, selection, position),
    /** Copies as one PDF, from the receipts' records; a longer year continues in the next file. */
    async printCopies(
      person: Person,
      selection: CopySelection,
      position?: Position,
    ): Promise<DrawnPart> {
      const { name } = await find(selection.associateId);
      await countTry(budgets, [['giver list as PDF', person.uid]]);
      const place = { position, size: maxDrawnCopies };
      const { items, next } = await partOf(
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
            return record ? [dependencies.copied(record).then((paper) => ({ copy, paper }))] : [];
          }),
        ),
      };
      const options = { limitMs: copiesLimitMs, endsThread: true };
      return { pdf: await threads.run('drawCopies', paper, options), next };
    },
    copyRows: (person: Person, selection: CopySelection, encoding: CsvEncoding) =>
      copies.rows(person, selection, encoding),
  };
};

async function* withLastLine(parts: AsyncIterable<Giver[]>, last: Giver): AsyncGenerator<Giver[]> {
  yield* parts;
  yield [last];
}
