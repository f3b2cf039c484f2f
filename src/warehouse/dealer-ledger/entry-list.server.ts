import { and, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows, type Key, type Part } from '#kit/db/keyset.server.ts';
import { type Searched, searchTexts, wordsOf } from '#kit/db/search-texts.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { type DealerEntry, dealerEntriesPageSize } from './dealer-entry.ts';
import { dealerEntries as entries } from './dealer-ledger-tables.server.ts';

type Source = Database | Transaction;
export type EntrySelection = {
  /** Words that must all occur in number, name, address, kind or feature, folded. */
  keyword: string;
  number?: string | undefined;
  /** An application's number. */
  application?: string | undefined;
  /** The first and last day of trade, YYYY-MM-DD. */
  from?: string | undefined;
  to?: string | undefined;
};

/** Lines with the numbers of those they replace and are replaced by; the caller orders and limits. */
export const selectEntries = (db: Source, condition: SQL | undefined) =>
  db
    .select({
      entry: entries,
      corrects: sql<
        string | null
      >`(select c.number from dealer_entries c where c.id = ${entries.corrects})`,
      correctedBy: sql<
        string | null
      >`(select c.number from dealer_entries c where c.corrects = ${entries.id})`,
      enteredBy: joinedPersonName,
    })
    .from(entries)
    .leftJoin(users, eq(users.uid, entries.enteredBy))
    .where(condition)
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectEntries>>[number];

export function toEntry({ entry, corrects, correctedBy, enteredBy }: Row): DealerEntry {
  const { id: _, appraisalRowId: _row, folded: _folded, ...line } = entry;
  return {
    ...line,
    way: line.way as DealerEntry['way'],
    enteredAt: toTimestamp(line.enteredAt),
    enteredBy,
    corrects: corrects ?? '',
    correctedBy: correctedBy ?? '',
  };
}

/** Condition of a selection, without its keyword. */
export const selectedEntries = ({
  number,
  application,
  from,
  to,
}: Omit<EntrySelection, 'keyword'>) =>
  and(
    number === undefined ? undefined : eq(entries.number, number),
    application === undefined ? undefined : eq(entries.appraisalId, application),
    from === undefined ? undefined : gte(entries.tradedOn, from),
    to === undefined ? undefined : lte(entries.tradedOn, to),
  );

const searched: Searched = {
  texts: entries,
  id: entries.id,
  pieces: 'dealer_entries_grams',
  rows: entries,
  columns: { createdAt: entries.enteredAt, id: entries.id },
};

const keysOf = ({ createdAt, id }: { createdAt: Key['by']; id: Key['by'] }): Key[] => [
  { by: createdAt, direction: 'desc', type: 'timestamptz' },
  { by: id, direction: 'desc', type: 'bigint' },
];

const countSelected = (db: Source, selection: EntrySelection) =>
  countRows(db, entries, selectedEntries(selection));

/** The lines, latest entered first. */
export const entryList: AuditedList<EntrySelection, Row, DealerEntry> = {
  name: 'dealer-ledger',
  subjectType: 'dealer-ledger',
  subjectId: ({ number, application, from, to }) =>
    number ?? application ?? (from || to ? `${from ?? ''}..${to ?? ''}` : 'all'),
  pageSize: dealerEntriesPageSize,
  keys: () => keysOf(searched.columns),
  valuesOf: ({ entry }) => [entry.enteredAt.getTime(), entry.id],
  idOf: ({ entry }) => entry.number,
  read: (db, selection, part) =>
    selectEntries(db, and(selectedEntries(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: countSelected,
  search,
  toItems: (_db, rows) => rows.map(toEntry),
};

async function search(db: Source, selection: EntrySelection) {
  const words = await wordsOf(db, selection.keyword, searched);
  if (!words) return undefined;
  const all = await countSelected(db, selection);
  const found = searchTexts(db, {
    of: searched,
    selected: selectedEntries(selection),
    size: all.isMore ? Number.POSITIVE_INFINITY : all.count,
    words,
    keysOf,
  });
  return {
    total: found.total,
    async read(part: Part): Promise<Row[]> {
      const ids = (await found.ids(part)).map(Number);
      const rows = await selectEntries(db, inArray(entries.id, ids));
      const byId = new Map(rows.map((row) => [row.entry.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}
