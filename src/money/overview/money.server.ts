import { asc, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { addMonths, jstDay, jstMonth, startOfJstMonth } from '#kit/values/timestamp.ts';
import {
  bookedMonths,
  type Moved,
  monthsBetween,
  movementsByMonth,
  noMovements,
  type Source,
  sumMovements,
  textRows,
} from '#money/books/month-sums.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import {
  type MoneyAssociate,
  type MoneyFigures,
  type MoneyFund,
  type MoneyMonth,
  maxFunds,
  moneyAssociatesPageSize,
} from './money-figures.ts';
import { owedNow } from './owed-now.server.ts';

/** Condition for in-transit lines that record an arrival, or reverse one. */
const isArrival = sql`(posting_id like 'confirmed%' or posting_id like 'unconfirmed%')`;

const accounts = [
  'owed:associate',
  'overpaid',
  'in-transit',
  'returned',
  'owed:fund',
  'service-fee',
  'handling',
];

/**
 * Arrived at organisations, by the month it is booked in, so that a later return does not change a closed month.
 * Remittances from before there were runs were booked in one step.
 */
async function sentByMonth(db: Source, first: string, last: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; sent: number }>(sql`
    select month, sum(sent)::float8 as sent from (
      select to_char(at at time zone 'Asia/Tokyo', 'YYYY-MM') as month, amount_yen as sent from ledger_lines
      where account like 'in-transit:%' and ${isArrival}
        and at >= ${startOfJstMonth(first).toISOString()}::timestamptz
        and at < ${startOfJstMonth(addMonths(last, 1)).toISOString()}::timestamptz
      union all
      select to_char(received_on, 'YYYY-MM'), amount_yen from remittances
      where run_id is null and received_on >= ${`${first}-01`}::date and received_on < ${`${addMonths(last, 1)}-01`}::date
    ) as moves group by month`);
  return new Map(rows.map(({ month, sent }) => [month, sent]));
}

/** Balance of an account at the end of each month, credit positive. `months` must be in order. */
function balances(byMonth: Map<string, Moved> | undefined, months: readonly string[]) {
  let yen = 0;
  return new Map(
    months.map((month) => {
      const { debitYen, creditYen } = byMonth?.get(month) ?? noMovements;
      yen += creditYen - debitYen;
      return [month, yen];
    }),
  );
}

/** Figures now and by month: of a year YYYY, or of the last twelve months. */
export async function readMoneyFigures(
  db: Source,
  year: string | undefined,
  now: Date,
): Promise<MoneyFigures> {
  const { firstMonth, lastMonth } = await bookedMonths(db, now);
  const present = jstMonth(now);
  const all = monthsBetween(firstMonth, lastMonth);
  const shown =
    year === undefined
      ? monthsBetween(addMonths(present, -11), present)
      : monthsBetween(`${year}-01`, `${year}-12`).filter((month) => month <= lastMonth);
  const movements = await movementsByMonth(db, accounts, all);
  const sent = await sentByMonth(db, shown[0] ?? present, shown.at(-1) ?? present);
  const balance = new Map(
    accounts.map((account) => [account, balances(movements.get(account), all)]),
  );
  const balanceAt = (account: string, month: string) =>
    balance.get(account)?.get(month > lastMonth ? lastMonth : month) ?? 0;
  const earned = (account: string, month: string) => {
    const { debitYen, creditYen } = movements.get(account)?.get(month) ?? noMovements;
    return creditYen - debitYen;
  };
  const months = shown.map(
    (month): MoneyMonth => ({
      month,
      owedYen: balanceAt('owed:associate', month),
      inTransitYen: balanceAt('in-transit', month),
      fundYen: balanceAt('owed:fund', month),
      sentYen: sent.get(month) ?? 0,
      returnedYen: movements.get('returned')?.get(month)?.creditYen ?? 0,
      feeYen: earned('service-fee', month),
      handlingYen: earned('handling', month),
    }),
  );
  const sum = (of: (month: MoneyMonth) => number) =>
    months.reduce((total, month) => total + of(month), 0);
  const years = [...new Set([...all, present].map((month) => month.slice(0, 4)))];
  return {
    now: {
      owedYen: balanceAt('owed:associate', lastMonth),
      overpaidYen: 0 - balanceAt('overpaid', lastMonth),
      inTransitYen: balanceAt('in-transit', lastMonth),
      fundYen: balanceAt('owed:fund', lastMonth),
    },
    years: years.toSorted().reverse(),
    year: year ?? null,
    months,
    total: {
      sentYen: sum(({ sentYen }) => sentYen),
      returnedYen: sum(({ returnedYen }) => returnedYen),
      feeYen: sum(({ feeYen }) => feeYen),
      handlingYen: sum(({ handlingYen }) => handlingYen),
    },
  };
}

type YearSelection = {
  /** YYYY; the current year by default. */
  year?: string | undefined;
};
type Row = { id: string; name: string; owed: number; year: string };

const yearOf = ({ year }: YearSelection, at: Date): string => year ?? jstDay(at).slice(0, 4);

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

/** Funds with their balances, the largest first, and their movements in a year YYYY. */
export async function readFunds(db: Source, year: string, now: Date): Promise<MoneyFund[]> {
  const funds = await db
    .select({ id: socialChallenges.id, name: socialChallenges.fundName })
    .from(socialChallenges)
    .orderBy(asc(socialChallenges.orders), asc(socialChallenges.id))
    .limit(maxFunds);
  const { firstMonth, lastMonth } = await bookedMonths(db, now);
  const monthlyMovements = await movementsByMonth(
    db,
    funds.flatMap(({ id }) => [`owed:fund:${id}`, `service-fee:fund:${id}`, `handling:fund:${id}`]),
    monthsBetween(firstMonth, lastMonth),
  );
  const movedOn = (account: string) => {
    const all = [...(monthlyMovements.get(account) ?? [])];
    return {
      ever: sumMovements(all.map(([, one]) => one)),
      ofYear: sumMovements(
        all.filter(([month]) => month.startsWith(`${year}-`)).map(([, one]) => one),
      ),
    };
  };
  return funds
    .map(({ id, name }) => {
      const fund = movedOn(`owed:fund:${id}`);
      const fee = movedOn(`service-fee:fund:${id}`).ofYear;
      const handling = movedOn(`handling:fund:${id}`).ofYear;
      return {
        id,
        name,
        balanceYen: fund.ever.creditYen - fund.ever.debitYen,
        receivedYen: fund.ofYear.creditYen,
        paidOutYen: fund.ofYear.debitYen,
        feeYen: fee.creditYen - fee.debitYen,
        handlingYen: handling.creditYen - handling.debitYen,
      };
    })
    .toSorted((one, other) => other.balanceYen - one.balanceYen);
}

/** Money figures for the people who answer for it. None of them counts rows of gifts or lines. */
export const moneyFigures = (
  { db, clock }: Context,
  { year }: YearSelection,
): Promise<MoneyFigures> => readMoneyFigures(db, year, clock());

/** Rows of the months' file. Audits the export. */
export const moneyMonthRows =
  (ctx: Context) =>
  async (
    operator: Person,
    selection: YearSelection,
    encoding: string,
  ): Promise<AsyncGenerator<MoneyMonth[]>> => {
    await audit(ctx.db, operator, 'money.export', ['money', selection.year ?? 'last-months'], {
      at: ctx.clock(),
      encoding,
    });
    const { months } = await moneyFigures(ctx, selection);
    return (async function* all() {
      yield months;
    })();
  };

export const moneyFunds = (
  { db, clock }: Context,
  selection: YearSelection,
): Promise<MoneyFund[]> => readFunds(db, yearOf(selection, clock()), clock());
