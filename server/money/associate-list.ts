import { sql } from 'drizzle-orm';
import { type MoneyAssociate, moneyAssociatesPageSize } from '#domain/money/money-figures.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { AuditedList } from '#server/audit/audited-list.ts';
import {
  addedUp,
  monthsBetween,
  movedByMonth,
  type Source,
  textRows,
} from '#server/books/month-sums.ts';
import { countRows } from '#server/db/keyset.ts';
import { associates } from '#server/db/schema/associates.ts';
import { owedNow } from './owed-now.ts';

export type YearSelection = {
  /** YYYY; the present one without. */
  year?: string | undefined;
};
type Row = { id: string; name: string; owed: number; year: string };

export const yearOf = ({ year }: YearSelection, at: Date): string => year ?? jstDay(at).slice(0, 4);

/** Organisations with their money, those that are owed most first. */
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
};

async function withFigures(db: Source, rows: Row[]): Promise<MoneyAssociate[]> {
  const [first] = rows;
  if (!first) return [];
  const { year } = first;
  const ids = rows.map(({ id }) => id);
  const sent = await sentOf(db, ids, year);
  const earned = await movedByMonth(
    db,
    ids.flatMap((id) => [`service-fee:associate:${id}`, `handling:associate:${id}`]),
    monthsBetween(`${year}-01`, `${year}-12`),
  );
  const earnedOn = (account: string) => {
    const { debitYen, creditYen } = addedUp(earned.get(account)?.values() ?? []);
    return creditYen - debitYen;
  };
  return rows.map(({ id, name, owed }) => ({
    id,
    name,
    owedYen: owed,
    ...(sent.get(id) ?? { inTransitYen: 0, sentYen: 0, returnedYen: 0 }),
    feeYen: earnedOn(`service-fee:associate:${id}`),
    handlingYen: earnedOn(`handling:associate:${id}`),
  }));
}

/** What is under way to organisations, and what reached them or came back in a year: of their remittances alone. */
async function sentOf(db: Source, ids: readonly string[], year: string) {
  type Sent = Pick<MoneyAssociate, 'inTransitYen' | 'sentYen' | 'returnedYen'>;
  const isOf = (column: 'received_on' | 'returned_on') => sql`
    r.${sql.identifier(column)} >= ${`${year}-01-01`}::date and r.${sql.identifier(column)} <= ${`${year}-12-31`}::date`;
  const { rows } = await db.execute<{ id: string } & Sent>(sql`
    select a.id, s.* from ${textRows(ids)} as a (id) cross join lateral (
      select coalesce(sum(amount_yen) filter (where r.state = 'sent'), 0)::float8 as "inTransitYen",
        coalesce(sum(amount_yen) filter (where ${isOf('received_on')}), 0)::float8 as "sentYen",
        coalesce(sum(amount_yen) filter (where ${isOf('returned_on')}), 0)::float8 as "returnedYen"
      from remittances r where r.associate_id = a.id
    ) as s`);
  return new Map(rows.map(({ id, ...sentSums }) => [id, sentSums]));
}
