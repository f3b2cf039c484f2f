import { sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import { jstDay, startOfJstMonth } from '#kit/values/timestamp.ts';
import {
  monthsBetween,
  movementsByMonth,
  type Source,
  sumMovements,
  textRows,
} from '#money/books/month-sums.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { isArrival } from './arrivals.server.ts';
import { type MoneyAssociate, moneyAssociatesPageSize } from './money-figures.ts';
import { owedNow } from './owed-now.server.ts';

export type YearSelection = {
  /** YYYY; the current year by default. */
  year?: string | undefined;
};
type Row = { id: string; name: string; owed: number; year: string };

export const yearOf = ({ year }: YearSelection, at: Date): string => year ?? jstDay(at).slice(0, 4);

/** Organisations with their money, the largest amount owed first. */
export const moneyAssociateList: AuditedList<YearSelection, Row, MoneyAssociate> = {
  name: 'money',
  isPersonal: false,
  subjectType: 'money',
  subjectId: ({ year = 'now' }) => year,
  pageSize: moneyAssociatesPageSize,
  keys: () => [
    { by: sql`owed`, direction: 'desc', type: 'bigint' },
    { by: sql`id`, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ owed, id }) => [owed, id],
  idOf: ({ id }) => id,
  async read(db, selection, { where, orderBy, limit }, at) {
    const { rows } = await db.execute<Omit<Row, 'year'>>(sql`
      select id, name, owed::float8 as owed from (
        select a.id, a.name, coalesce(o.yen, 0) as owed from associates a left join ${owedNow} as o on o.associate_id = a.id
      ) as ranked
      ${where ? sql`where ${where}` : sql``} order by ${sql.join(orderBy, sql`, `)} limit ${limit}`);
    return rows.map((row) => ({ ...row, year: yearOf(selection, at) }));
  },
  total: (db) => countRows(db, associates, undefined),
  toItems: (db, rows) => withFigures(db, rows),
  readAtOnce: 20_000,
};

async function withFigures(db: Source, rows: Row[]): Promise<MoneyAssociate[]> {
  const [first] = rows;
  if (!first) return [];
  const { year } = first;
  const ids = rows.map(({ id }) => id);
  const sent = await sentOf(db, ids, year);
  const movements = await movementsByMonth(
    db,
    ids.flatMap((id) =>
      ['service-fee', 'handling', 'returned'].map((code) => `${code}:associate:${id}`),
    ),
    monthsBetween(`${year}-01`, `${year}-12`),
  );
  const movedOn = (account: string) => sumMovements(movements.get(account)?.values() ?? []);
  const earnedOn = (account: string) => {
    const { debitYen, creditYen } = movedOn(account);
    return creditYen - debitYen;
  };
  return rows.map(({ id, name, owed }) => ({
    id,
    name,
    owedYen: owed,
    ...(sent.get(id) ?? { inTransitYen: 0, sentYen: 0 }),
    returnedYen: movedOn(`returned:associate:${id}`).creditYen,
    feeYen: earnedOn(`service-fee:associate:${id}`),
    handlingYen: earnedOn(`handling:associate:${id}`),
  }));
}

/** In transit to organisations now, and arrived in a year according to that year's books. */
async function sentOf(db: Source, ids: readonly string[], year: string) {
  type Sent = Pick<MoneyAssociate, 'inTransitYen' | 'sentYen'>;
  const { rows } = await db.execute<{ id: string } & Sent>(sql`
    select a.id, under_way.yen as "inTransitYen", (arrived.yen + before.yen)::float8 as "sentYen"
    from ${textRows(ids)} as a (id) cross join lateral (
      select coalesce(sum(amount_yen), 0)::float8 as yen from remittances r where r.associate_id = a.id and r.state = 'sent'
    ) as under_way cross join lateral (
      select coalesce(sum(amount_yen), 0) as yen from ledger_lines
      where account = 'in-transit:associate:' || a.id and ${isArrival}
        and at >= ${startOfJstMonth(`${year}-01`).toISOString()}::timestamptz
        and at < ${startOfJstMonth(`${Number(year) + 1}-01`).toISOString()}::timestamptz
    ) as arrived cross join lateral (
      select coalesce(sum(amount_yen), 0) as yen from remittances r where r.associate_id = a.id and r.run_id is null
        and r.received_on >= ${`${year}-01-01`}::date and r.received_on <= ${`${year}-12-31`}::date
    ) as before`);
  return new Map(rows.map(({ id, ...sentSums }) => [id, sentSums]));
}
