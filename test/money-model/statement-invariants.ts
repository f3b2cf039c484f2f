import { sql } from 'drizzle-orm';
import { calendarYearOf } from '#money/statements/period.ts';
import type { StatementYear } from '#money/statements/year.ts';
import { ownOf, yearsOf } from '#money/statements/year-rows.server.ts';
import type { Day, Fault } from './day.ts';

/** The years of each organisation that there still is, as its statements tell them. */
export async function readAllYears({ house: { db } }: Day): Promise<Map<string, StatementYear[]>> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from associates where merged_into is null order by id`,
  );
  const all = new Map<string, StatementYear[]>();
  for (const { id } of rows) all.set(id, await yearsOf(db, id, []));
  return all;
}

/** Faults of organisations' years: money that nothing explains, papers beyond the gifts, sums that the books do not have. */
export async function statementFaults(
  { house: { db } }: Day,
  allYears: ReadonlyMap<string, readonly StatementYear[]>,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [id, years] of allYears) {
    let arrivedYen = 0;
    for (const { period, beforeYen, amountYen, giftYen } of years) {
      const about = `${id} ${period}`;
      if (beforeYen !== 0) {
        faults.push({
          what: 'money of a year that nothing explains',
          about,
          is: beforeYen,
          should: 0,
        });
      }
      const year = calendarYearOf(period);
      if (year === undefined) continue;
      arrivedYen += amountYen;
      const printedYen = await holdingYen(db, id, year);
      if (printedYen > giftYen) {
        faults.push({
          what: 'papers of a year beyond its gifts',
          about,
          is: printedYen,
          should: giftYen,
        });
      }
    }
    const bookedYen = await paidYen(db, id);
    if (bookedYen !== arrivedYen) {
      faults.push({
        what: 'statements and what left the bank',
        about: id,
        is: arrivedYen,
        should: bookedYen,
      });
    }
  }
  return faults;
}

type Source = Day['house']['db'];

async function holdingYen(db: Source, associateId: string, year: number): Promise<number> {
  const { rows } = await db.execute<{ yen: number }>(sql`
    select coalesce(sum(g.amount_yen), 0)::float8 as yen
    from receipt_gifts g join receipts r on r.number = g.receipt_number
    where g.stands and r.associate_id in ${ownOf(associateId)} and extract(year from g.received_on) = ${year}`);
  return rows[0]?.yen ?? 0;
}

/** What left the bank for remittances that arrived and did not come back. */
async function paidYen(db: Source, associateId: string): Promise<number> {
  const { rows } = await db.execute<{ yen: number }>(sql`
    select coalesce(-sum(l.amount_yen), 0)::float8 as yen
    from ledger_lines l join remittances r on r.id = l.remittance_id
    where l.account = 'bank' and r.state = 'confirmed' and r.associate_id in ${ownOf(associateId)}`);
  return rows[0]?.yen ?? 0;
}
