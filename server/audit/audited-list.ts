import type { Person } from '#server/actor.ts';
import { type Database, type Transaction, transaction } from '#server/db/database.ts';
import {
  type Key,
  type KeyValues,
  type Page,
  type Part,
  type Position,
  partOf,
  readStretch,
  type Total,
} from '#server/db/keyset.ts';
import { readAhead } from '#server/db/read-ahead.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { CsvEncoding } from '#server/http/csv/csv-bytes.ts';
import { writeAudit } from './audit.ts';

type Source = Database | Transaction;

/** What a list of the operator's is made of. `at` is the moment of the read. */
export type AuditedList<Selection, Row, Item> = {
  /** Begins the actions of its audit entries: `applications` gives applications.list and .export. */
  name: string;
  /** False where a page shows no personal data: then only exports are audited. */
  isPersonal?: false;
  subjectType: string;
  /** What was selected, without personal data: a state, 'all'. */
  subjectId: (selection: Selection) => string;
  /** What its audit entries say besides: a year, a purpose. */
  details?: (selection: Selection) => Record<string, unknown>;
  pageSize: number;
  keys: (selection: Selection, at: Date) => readonly Key[];
  read: (db: Source, selection: Selection, part: Part, at: Date) => Promise<Row[]>;
  total: (db: Source, selection: Selection, at: Date) => Promise<Total>;
  /** Reads and counts instead of those two, where it answers something. */
  search?: (db: Source, selection: Selection, at: Date) => Promise<Search<Row> | undefined>;
  valuesOf: (row: Row, selection: Selection) => KeyValues;
  idOf: (row: Row) => string | number;
  toItems: (db: Source, rows: Row[], at: Date) => Promise<Item[]> | Item[];
  /** Rows that an export reads by one statement, where each works out the order of all. */
  readAtOnce?: number;
};

type Search<Row> = {
  read: (part: Part) => Promise<Row[]>;
  total: () => Promise<Total>;
};

/** Rows that an export reads by one statement. */
const readAtOnce = 2_000;
/** Rows made into text at once, so that the event loop is free between them. */
const writtenAtOnce = 500;

/** A list's pages and its export, as its routes ask for them; each is audited in the transaction that reads it. */
export const auditedList = <Selection, Row, Item>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  list: AuditedList<Selection, Row, Item>,
) => ({
  /** The page at `position`, the first without one, and how many there are in all. */
  async page(
    operator: Person,
    selection: Selection,
    position: Position | undefined,
  ): Promise<Page<Item>> {
    return transaction(db, async (tx) => {
      const at = clock();
      const search = await list.search?.(tx, selection, at);
      const { rows, next, previous } = await readStretch({
        keys: list.keys(selection, at),
        position,
        size: list.pageSize,
        read: search?.read ?? ((part) => list.read(tx, selection, part, at)),
        valuesOf: (row) => list.valuesOf(row, selection),
      });
      const total = await (search ? search.total() : list.total(tx, selection, at));
      const items = await list.toItems(tx, rows, at);
      if (list.isPersonal === false) return { items, next, previous, total };
      await writeAudit(tx, {
        actor: operator,
        action: `${list.name}.list`,
        subjectType: list.subjectType,
        subjectId: list.subjectId(selection),
        // The keyword may be a name: what was shown says enough.
        details: { ...list.details?.(selection), ids: rows.map(list.idOf) },
        at,
      });
      return { items, next, previous, total };
    });
  },

  /** All of the selection, some at a time; the export is audited before its first row is read. */
  async rows(
    operator: Person,
    selection: Selection,
    encoding: CsvEncoding,
  ): Promise<AsyncGenerator<Item[]>> {
    const at = clock();
    await writeAudit(db, {
      actor: operator,
      action: `${list.name}.export`,
      subjectType: list.subjectType,
      subjectId: list.subjectId(selection),
      details: { ...list.details?.(selection), encoding },
      at,
    });
    return allItems(db, list, selection, at);
  },
});

/** A list as its doors take it: `listDoors(path, {…}, audited(runList))`. */
export const audited =
  <Selection, Row, Item>(list: AuditedList<Selection, Row, Item>) =>
  (context: Pick<Dependencies, 'db' | 'clock'>) =>
    auditedList(context, list);

/**
 * All of a selection by key, some at a time; whoever asks has audited it. No connection is held for whoever takes them
 * slowly.
 */
export async function* allItems<Selection, Row, Item>(
  db: Database,
  list: AuditedList<Selection, Row, Item>,
  selection: Selection,
  at: Date,
): AsyncGenerator<Item[]> {
  for await (const rows of readAhead(allRows(db, list, selection, at))) {
    for (let from = 0; from < rows.length; from += writtenAtOnce) {
      yield await list.toItems(db, rows.slice(from, from + writtenAtOnce), at);
    }
  }
}

async function* allRows<Selection, Row, Item>(
  db: Database,
  list: AuditedList<Selection, Row, Item>,
  selection: Selection,
  at: Date,
): AsyncGenerator<Row[]> {
  const keys = list.keys(selection, at);
  const size = list.readAtOnce ?? readAtOnce;
  for (let position: Position | undefined; ; ) {
    const part = partOf(keys, position, size);
    const search = await list.search?.(db, selection, at);
    const rows = await (search ? search.read(part) : list.read(db, selection, part, at));
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    position = { values: list.valuesOf(last, selection), isBackward: false };
  }
}
