import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor } from '#kit/db/cursor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { type Key, type Position, readKeysetPage } from '#kit/db/keyset.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { kept } from '#kit/topics/kept.server.ts';
import { csvForPeople } from '#kit/values/csv/csv-cell.ts';
import { addMonths, jstDay } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { transferConfirmations } from '#organisations/confirmations/confirmation-tables.server.ts';
import { type LedgerMonth, type LedgerRow, ledgerPageSize } from './ledger.ts';
import { ledgerColumns } from './ledger-columns.ts';
import type { LedgerSelection } from './ledger-selection.ts';
import { currentMoneyWay } from './money-way.server.ts';
import { bookTransfers } from './public-figure-tables.server.ts';

type Source = Database | Transaction;

/** Newest decision first, matching the indexes. */
const keys: readonly Key[] = [
  { by: bookTransfers.decidedOn, direction: 'desc', type: 'date' },
  { by: bookTransfers.id, direction: 'asc', type: 'text' },
];

const ofSelection = ({ associate, fund, month }: LedgerSelection): SQL | undefined =>
  and(
    associate === undefined ? undefined : eq(bookTransfers.associateId, associate),
    fund === undefined ? undefined : eq(bookTransfers.socialChallengeId, fund),
    month === undefined ? undefined : gte(bookTransfers.decidedOn, `${month}-01`),
    month === undefined ? undefined : lt(bookTransfers.decidedOn, `${addMonths(month, 1)}-01`),
  );

const selectRows = (source: Source, where: SQL | undefined) =>
  source
    .select({
      row: bookTransfers,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
    })
    .from(bookTransfers)
    .leftJoin(associates, eq(associates.id, bookTransfers.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, bookTransfers.socialChallengeId))
    .where(where)
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectRows>>[number];

/** Days on which organisations confirmed these transfers, by id; what was taken back does not count. */
async function readConfirmed(source: Source, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await source
    .selectDistinctOn([transferConfirmations.remittanceId], {
      id: transferConfirmations.remittanceId,
      at: transferConfirmations.confirmedAt,
      isTakenBack: transferConfirmations.isTakenBack,
    })
    .from(transferConfirmations)
    .where(eq(transferConfirmations.remittanceId, oneOf(ids)))
    .orderBy(transferConfirmations.remittanceId, desc(transferConfirmations.number));
  return new Map(
    rows.flatMap(({ id, at, isTakenBack }) => (isTakenBack ? [] : [[id, jstDay(at)]])),
  );
}

const payoutPrefix = 'payout:';

async function toRows(source: Source, found: readonly Row[]): Promise<LedgerRow[]> {
  const confirmed = await readConfirmed(
    source,
    found.map(({ row }) => row.id),
  );
  return found.map(({ row, associateName, fundName }) => {
    const { position: _, state, ...facts } = row;
    return {
      ...facts,
      id: row.id.startsWith(payoutPrefix) ? row.id.slice(payoutPrefix.length) : row.id,
      state: state as LedgerRow['state'],
      associateName: associateName ?? '',
      fundName: fundName ?? '',
      confirmedOn: confirmed.get(row.id) ?? null,
    };
  });
}

/** A page of a selection, newest first. */
export async function ledgerPage(
  { db }: Pick<Context, 'db'>,
  selection: LedgerSelection,
  position?: Position,
  size = ledgerPageSize,
) {
  const { rows, next, previous } = await readKeysetPage({
    keys,
    position,
    size,
    read: (part) =>
      selectRows(db, and(ofSelection(selection), part.where))
        .orderBy(...part.orderBy)
        .limit(part.limit),
    valuesOf: ({ row }) => [row.decidedOn, row.id],
  });
  return { items: await toRows(db, rows), next, previous };
}

/** Months of a selection with their transfers and published sums, newest first. */
export async function ledgerMonths(
  { db }: Pick<Context, 'db'>,
  selection: LedgerSelection,
): Promise<LedgerMonth[]> {
  const month = sql<string>`to_char(${bookTransfers.decidedOn}, 'YYYY-MM')`;
  const sumOf = (column: SQL) => sql<number | null>`sum(${column})::float8`;
  return db
    .select({
      month,
      transfers: sql<number>`count(*)::int`,
      gifts: sql<number>`coalesce(sum(${bookTransfers.gifts}), 0)::int`,
      givenYen: sumOf(sql`${bookTransfers.givenYen}`),
      costYen: sumOf(sql`${bookTransfers.costYen}`),
      arrivedYen: sumOf(
        sql`case when ${bookTransfers.kind} = 'transfer' then ${bookTransfers.arrivedYen} end`,
      ),
    })
    .from(bookTransfers)
    .where(and(ofSelection(selection), sql`${bookTransfers.state} <> 'withdrawn'`))
    .groupBy(month)
    .orderBy(desc(month));
}

/** Cursors of a page's neighbours, for its links. */
const cursorsOf = ({
  next,
  previous,
}: {
  next?: Position | undefined;
  previous?: Position | undefined;
}) => ({
  next: next && encodeCursor(next),
  previous: previous && encodeCursor(previous),
});

const rowsAtOnce = 500;
const byteOrderMark = '\uFEFF';

/** A selection as CSV, oldest decision last, in parts. */
export async function* ledgerCsv(
  { db }: Pick<Context, 'db'>,
  selection: LedgerSelection,
): AsyncGenerator<Uint8Array> {
  const bytesOf = (text: string) => new TextEncoder().encode(text);
  yield bytesOf(byteOrderMark + csvForPeople([ledgerColumns.map(({ title }) => title)]));
  let position: Position | undefined;
  do {
    const page = await ledgerPage({ db }, selection, position, rowsAtOnce);
    const lines = page.items.map((row) => ledgerColumns.map(({ cell }) => String(cell(row) ?? '')));
    if (lines.length > 0) yield bytesOf(csvForPeople(lines));
    position = page.next;
  } while (position);
}

/** Kept until the next publication: the months of many transfers take longer than their page. */
const allMonths = kept(['sums'], (ctx) => ledgerMonths(ctx, {}));
const isWhole = (selection: LedgerSelection) => Object.keys(selection).length === 0;

/** A page of the ledger with its months, and of the whole ledger the way of the yen; undefined for a malformed cursor. */
export async function readLedger(ctx: Context, selection: LedgerSelection, cursor?: string) {
  const position = cursor === undefined ? undefined : decodeCursor(cursor);
  if (cursor !== undefined && !position) return undefined;
  const [{ items, ...cursors }, months, way] = await Promise.all([
    ledgerPage(ctx, selection, position),
    isWhole(selection) ? allMonths(ctx) : ledgerMonths(ctx, selection),
    currentMoneyWay(ctx),
  ]);
  return { items, cursors: cursorsOf(cursors), months, way };
}
