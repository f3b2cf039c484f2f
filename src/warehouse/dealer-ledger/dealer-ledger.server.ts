import { and, asc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { countRows, type Key, type Part } from '#kit/db/keyset.server.ts';
import { type Searched, searchTexts, wordsOf } from '#kit/db/search-texts.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { formatDateTime, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import {
  type DealerEntry,
  dealerEntriesPageSize,
  type EntryCorrection,
  maxPrintedEntries,
} from './dealer-entry.ts';
import { dealerEntries as entries } from './dealer-ledger-tables.server.ts';
import { ledgerYears } from './duty.ts';
import { foldedLine, withNextNumbers } from './number-entries.server.ts';

type Source = Database | Transaction;
type EntrySelection = {
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
const selectEntries = (db: Source, condition: SQL | undefined) =>
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

function toEntry({ entry, corrects, correctedBy, enteredBy }: Row): DealerEntry {
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
const selectedEntries = ({ number, application, from, to }: Omit<EntrySelection, 'keyword'>) =>
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

const absentEntry = () => notFound('番号の台帳の行');

async function readEntry(db: Source, number: string): Promise<DealerEntry | undefined> {
  const [row] = await selectEntries(db, eq(entries.number, number));
  return row && toEntry(row);
}

/**
 * Writes a line that replaces another, with the reason; the other stays unchanged. Refuses (Conflict, names the newer
 * line) a line already replaced, and a cancelling one.
 */
export async function correctEntry(
  { db, clock }: Context,
  operator: Person,
  number: string,
  { reason, ...says }: EntryCorrection,
): Promise<DealerEntry> {
  return transaction(db, async (tx) => {
    // Serialises corrections of the same line.
    await tx
      .select({ id: entries.id })
      .from(entries)
      .where(eq(entries.number, number))
      .for('update');
    const before = await readEntry(tx, number);
    if (!before) throw absentEntry();
    if (before.correctedBy !== '') throw refuse('Conflict', await replacedBy(tx, before));
    if (before.way === 'cancelled') {
      throw refuse('Conflict', '取消しの行は訂正できません。');
    }
    const at = clock();
    const day = jstDay(at);
    refuseComingDays(says, day);
    await withNextNumbers(tx, at, (nth) => {
      const next = nth(sql`1`);
      const dayOf = (text: string) => sql`nullif(${text}, '')::date`;
      return sql`
        insert into dealer_entries (number, appraisal_id, appraisal_row_id, item_position, traded_on, way, kind,
          quantity, feature, price_yen, party_name, party_address, party_occupation, party_age, identity_method,
          letter_number, letter_sent_on, letter_delivered_on, tax_note, entered_by, entered_at, kept_until, corrects,
          correction_reason, folded)
        select ${next}, e.appraisal_id, e.appraisal_row_id, e.item_position, ${says.tradedOn}::date, e.way,
          ${says.kind}, ${says.quantity}::int, ${says.feature}, ${says.priceYen}::int, ${says.partyName},
          ${says.partyAddress}, ${says.partyOccupation}, ${says.partyAge}::int, ${says.identityMethod},
          ${says.letterNumber}, ${dayOf(says.letterSentOn)}, ${dayOf(says.letterDeliveredOn)}, e.tax_note,
          ${operator.uid}, ${at.toISOString()}::timestamptz,
          greatest(e.kept_until, (${day}::date + make_interval(years => ${ledgerYears}::int))::date), e.id, ${reason},
          ${foldedLine({ number: next, appraisalId: sql`e.appraisal_id`, letterNumber: sql`${says.letterNumber}::text`, partyName: sql`${says.partyName}::text`, partyAddress: sql`${says.partyAddress}::text`, kind: sql`${says.kind}::text`, feature: sql`${says.feature}::text` })}
        from dealer_entries e where e.number = ${number}`;
    });
    const replaced = await readEntry(tx, number);
    const written = await readEntry(tx, replaced?.correctedBy ?? '');
    if (!written) throw new Error('the line just written is gone');
    await audit(tx, operator, 'dealer-ledger.correct', ['dealer-entry', number], {
      at,
      by: written.number,
    });
    return written;
  });
}

/** Refuses future days of trading, sending and delivery. */
function refuseComingDays(says: Omit<EntryCorrection, 'reason'>, today: string): void {
  const errors = (['tradedOn', 'letterSentOn', 'letterDeliveredOn'] as const)
    .filter((path) => says[path] > today)
    .map((path) => ({ path, message: '今日より先の日付は入力できません。' }));
  const [first] = errors;
  if (first) throw refuse('ValidationError', first.message, { title: formErrorTitle, errors });
}

async function replacedBy(tx: Transaction, { correctedBy }: DealerEntry): Promise<string> {
  const by = await readEntry(tx, correctedBy);
  const who = by ? `${by.enteredBy || 'ほかの人'}さんが${formatDateTime(by.enteredAt)}に` : '';
  return `この行は、${who}${correctedBy}へ訂正済みです。新しい行をご確認ください。`;
}

/** Some hundred lines take a second. */
const drawingLimitMs = 60_000;
const forgottenAtOnce = 1_000;

/** One line, audited. */
export async function entryDetail(
  { db, clock }: Context,
  operator: Person,
  number: string,
): Promise<DealerEntry> {
  const entry = await readEntry(db, number);
  if (!entry) throw absentEntry();
  await audit(db, operator, 'dealer-ledger.read', ['dealer-entry', number], { at: clock() });
  return entry;
}

/** All lines of a range of days as a PDF to print, in the order of their numbers; audited. */
export async function printLedger(
  { db, clock, threads }: Context,
  operator: Person,
  selection: Pick<EntrySelection, 'from' | 'to'>,
): Promise<Uint8Array> {
  const at = clock();
  const rows = await selectEntries(db, selectedEntries(selection))
    .orderBy(asc(entries.id))
    .limit(maxPrintedEntries + 1);
  if (rows.length > maxPrintedEntries) {
    throw refuse(
      'ValidationError',
      `一度に印刷できるのは${maxPrintedEntries}行までです。期間を短くしてください。`,
    );
  }
  const subjectId = entryList.subjectId({ keyword: '', ...selection });
  await audit(db, operator, 'dealer-ledger.print', ['dealer-ledger', subjectId], {
    at,
    lines: rows.length,
  });
  const paper = { entries: rows.map(toEntry), printedOn: jstDay(at), ...selection };
  return threads.run('drawLedger', paper, { limitMs: drawingLimitMs });
}

/**
 * Deletes lines past the legal retention, by the database's clock, which its trigger uses too. A replaced line
 * stays as long as its replacement.
 */
export async function forgetOldEntries({ db }: Pick<Context, 'db'>): Promise<void> {
  const isOver = and(
    sql`${entries.keptUntil} < (now() at time zone 'Asia/Tokyo')::date`,
    sql`not exists (select 1 from dealer_entries c where c.corrects = ${entries.id})`,
  );
  for (;;) {
    const { rowCount } = await db.execute(sql`
      delete from ${entries} where ctid = any(array(
        select ctid from ${entries} where ${isOver} limit ${forgottenAtOnce} for update skip locked))`);
    if (!rowCount) return;
  }
}
