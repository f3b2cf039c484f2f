import { sql } from 'drizzle-orm';
import { readFunds, readMoneyFigures } from '#money/overview/money.server.ts';
import { hasStatement, readStatements } from '#money/statements/statement-rows.server.ts';
import { readSums } from '#money/sums/kept-sums.server.ts';
import type { Day, Fault } from './day.ts';

type Books = Record<
  'given' | 'owed' | 'inTransit' | 'inFunds' | 'paid' | 'fee' | 'handling',
  number
>;
type Gifts = { id: string; giftYen: number; feeYen: number; handlingYen: number };

/** Where what the public, organisations and accountants are told differs from the ledger's lines. */
export async function toldFaults({ house: { db, clock }, closed }: Day): Promise<Fault[]> {
  const faults: Fault[] = [];
  const compare = (what: string, about: string, is: number, should: number) => {
    if (is !== should) faults.push({ what, about, is, should });
  };
  const { rows } = await db.execute<Books>(sql`
    select ${sumOf(sql`(account in ('proceeds', 'bonus') and posting_id not like 'sale%')`)} as given,
      -${sumOf(sql`account like 'owed:associate:%'`)} as owed,
      -${sumOf(sql`account like 'in-transit:%'`)} as "inTransit",
      -${sumOf(sql`account like 'owed:fund:%'`)} as "inFunds",
      -${sumOf(sql`account = 'bank' and remittance_id is not null`)} as paid,
      -${sumOf(sql`account like 'service-fee:%'`)} as fee,
      -${sumOf(sql`account like 'handling:%'`)} as handling
    from ledger_lines line`);
  const [books] = rows;
  if (!books) return faults;

  const publicSum = async (name: Parameters<typeof readSums>[1]) =>
    [...(await readSums(db, name)).values()].reduce((sum, { amount }) => sum + amount, 0);
  compare('the public total', 'months', await publicSum('donation-months'), books.given);
  const byTarget = (await publicSum('associate-donations')) + (await publicSum('fund-donations'));
  compare('the public total', 'organisations and funds', byTarget, books.given);

  const statements = await readStatements(db, hasStatement);
  const arrived = statements.filter(({ state }) => state === 'confirmed');
  compare(
    'statements',
    '',
    arrived.reduce((sum, { amountYen }) => sum + amountYen, 0),
    books.paid,
  );
  const { rows: gifts } = await db.execute<Gifts>(sql`
    select i.remittance_id as id, ${sumOf(sql`line.account in ('proceeds', 'bonus')`)} as "giftYen",
      -${sumOf(sql`line.account like 'service-fee:%'`)} as "feeYen", -${sumOf(sql`line.account like 'handling:%'`)} as "handlingYen"
    from owed_items i join ledger_lines line on line.posting_id = i.posting_id
    where i.kind = 'gift' and i.associate_id is not null and i.remittance_id is not null group by 1`);
  const giftsOf = new Map(gifts.map((row) => [row.id, row]));
  for (const one of statements) {
    const booked = giftsOf.get(one.id);
    compare('gifts of a statement', one.id, one.giftYen + one.carriedGiftYen, booked?.giftYen ?? 0);
    compare('fees of a statement', one.id, one.feeYen + one.carriedFeeYen, booked?.feeYen ?? 0);
    compare(
      'handling of a statement',
      one.id,
      one.handlingYen + one.carriedHandlingYen,
      booked?.handlingYen ?? 0,
    );
  }

  const { now, years } = await readMoneyFigures(db, undefined, clock.now);
  const ofYears = await Promise.all(years.map((year) => readMoneyFigures(db, year, clock.now)));
  const totalOf = (figure: 'sentYen' | 'feeYen' | 'handlingYen') =>
    ofYears.reduce((sum, { total }) => sum + total[figure], 0);
  const returned = await db.execute<{ yen: number }>(sql`
    select ${sumOf(sql`account = 'bank' and posting_id like 'returned%'`)} as yen from ledger_lines line`);
  compare('the dashboard', 'owed', now.owedYen, books.owed);
  compare('the dashboard', 'in transit', now.inTransitYen, books.inTransit);
  compare('the dashboard', 'in funds', now.fundYen, books.inFunds);
  compare('the dashboard', 'sent', totalOf('sentYen'), books.paid + (returned.rows[0]?.yen ?? 0));
  compare('the dashboard', 'fees', totalOf('feeYen'), books.fee);
  compare('the dashboard', 'handling', totalOf('handlingYen'), books.handling);
  const [year = ''] = years;
  const funds = await readFunds(db, year, clock.now);
  const inFunds = funds.reduce((sum, { balanceYen }) => sum + balanceYen, 0);
  compare('the dashboard', 'funds one by one', inFunds, books.inFunds);

  for (const { month, inTransitYen } of ofYears.flatMap((one) => one.months)) {
    if (inTransitYen < 0) compare('in transit at the end of a month', month, inTransitYen, 0);
  }

  const { rows: months } = await db.execute<{ month: string }>(
    sql`select to_char(month, 'YYYY-MM') as month from closed_months`,
  );
  for (const { month } of months) {
    const shown = ofYears.flatMap((one) => one.months).find((one) => one.month === month);
    const [key, is] = [`dashboard ${month}`, JSON.stringify(shown)];
    const should = closed.get(key) ?? is;
    closed.set(key, should);
    if (is !== should)
      faults.push({ what: 'a closed month moved on the dashboard', about: month, is, should });
  }
  return faults;
}

const sumOf = (condition: ReturnType<typeof sql>) =>
  sql`coalesce(sum(line.amount_yen) filter (where ${condition}), 0)::float8`;
