import type { Person } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import {
  type Key,
  type KeyValues,
  keysetPart,
  type Page,
  type Part,
  type Position,
  readKeysetPage,
  type Total,
} from '#kit/db/keyset.server.ts';
import { readAhead } from '#kit/db/read-ahead.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { writeAudit } from './audit.server.ts';

type Source = Database | Transaction;

/** Definition of an operator's list. `at` is the time of the read. */
export type AuditedList<Selection, Row, Item> = {
  /** Prefix of its audit actions: `applications` gives applications.list and .export. */
  name: string;
  /** False if a page shows no personal data: then only exports are audited. */
  isPersonal?: false;
  subjectType: string;
  /** The selection without personal data: a state, 'all'. */
  subjectId: (selection: Selection) => string;
  /** Further details of its audit entries: a year, a purpose. */
  details?: (selection: Selection) => Record<string, unknown>;
  pageSize: number;
  keys: (selection: Selection, at: Date) => readonly Key[];
  read: (db: Source, selection: Selection, part: Part, at: Date) => Promise<Row[]>;
  total: (db: Source, selection: Selection, at: Date) => Promise<Total>;
  /** Replaces the default read and count, if it returns a search. */
  search?: (db: Source, selection: Selection, at: Date) => Promise<Search<Row> | undefined>;
  valuesOf: (row: Row, selection: Selection) => KeyValues;
  idOf: (row: Row) => string | number;
  toItems: (db: Source, rows: Row[], at: Date) => Promise<Item[]> | Item[];
  /** Rows per export statement, for lists that sort everything each time. */
  readAtOnce?: number;
};

type Search<Row> = {
  read: (part: Part) => Promise<Row[]>;
  total: () => Promise<Total>;
};

/** Rows per export statement. */
const readAtOnce = 2_000;
/** Rows serialised at a time, so that the event loop stays free. */
const writtenAtOnce = 500;

/** Pages and export of a list for its routes; each is audited in the transaction that reads it. */
export const auditedList = <Selection, Row, Item>(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  list: AuditedList<Selection, Row, Item>,
) => ({
  /** The page at `position`, or the first one, and the total. */
  async page(
    operator: Person,
    selection: Selection,
    position: Position | undefined,
  ): Promise<Page<Item>> {
    return transaction(db, async (tx) => {
      const at = clock();
      const search = await list.search?.(tx, selection, at);
      const { rows, next, previous } = await readKeysetPage({
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
        // Not the keyword, which may be a name: the ids shown suffice.
        details: { ...list.details?.(selection), ids: rows.map(list.idOf) },
        at,
      });
      return { items, next, previous, total };
    });
  },

  /** The whole selection, in batches; the export is audited before its first row is read. */
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
 * The whole selection by key, in batches; the caller has audited it. Holds no connection between batches, and reads the
 * next one while the caller works on the current one.
 */
export const allItems = <Selection, Row, Item>(
  db: Database,
  list: AuditedList<Selection, Row, Item>,
  selection: Selection,
  at: Date,
): AsyncGenerator<Item[]> => readAhead(itemsOf(db, list, selection, at));

async function* itemsOf<Selection, Row, Item>(
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
    const part = keysetPart(keys, position, size);
    const search = await list.search?.(db, selection, at);
    const rows = await (search ? search.read(part) : list.read(db, selection, part, at));
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    position = { values: list.valuesOf(last, selection), isBackward: false };
  }
}
