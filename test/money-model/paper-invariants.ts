import { sql } from 'drizzle-orm';
import type { Day, Fault, Printed } from './day.ts';
import { printedPapers } from './printed.ts';

/** What papers say against each other and against the gifts that stand. */
const ofPapers = sql`
  with paper as (
    select r.*, exists (select from receipt_events e where e.receipt_number = r.number and e.kind <> 'issued') as has_ended
    from receipts r
  ), line as (
    select g.*, p.has_ended, d.id as gift, d.amount_yen as given_yen, d.received_on as given_on
    from receipt_gifts g join paper p on p.number = g.receipt_number
    left join donations d on d.appraisal_id = g.appraisal_id and d.reversed_at is null
  )
  select 'papers that hold over a gift' as what, appraisal_id as about, count(*)::float8 as is, 1::float8 as should
  from line where not has_ended group by 2 having count(*) > 1
  union all
  select 'a line stands or not', receipt_number, stands::int, (not has_ended)::int from line where stands = has_ended
  union all
  select 'a paper holds on a gift that is not so: ' || receipt_number, appraisal_id, amount_yen, coalesce(given_yen, 0)
  from line where not has_ended and (gift is null or given_yen <> amount_yen or given_on is distinct from received_on)
  union all
  select 'a paper and its lines', p.number, p.amount_yen, coalesce(sum(l.amount_yen), 0)
  from paper p left join line l on l.receipt_number = p.number
  group by p.number, p.amount_yen having p.amount_yen <> coalesce(sum(l.amount_yen), 0)`;

/** What each paper printed, whoever's it is by now. */
const ofRecord = sql`
  select number, md5(concat_ws('|', kind, year, amount_yen, donor_name, donor_address, stated, replaces, layout, verify_code_hash,
      issued_at, (select string_agg(concat_ws(' ', line, appraisal_id, donation_id, received_on, amount_yen), ',' order by line)
        from receipt_gifts g where g.receipt_number = number))) as digest,
    exists (select from receipt_events e where e.receipt_number = number and e.kind <> 'issued') as "hasEnded"
  from receipts`;

/** Faults of papers; what was printed never changes, and what has ended never holds again. */
export async function paperFaults(day: Day): Promise<Fault[]> {
  const { house, papers } = day;
  const { db } = house;
  const faults = (await db.execute<Fault>(ofPapers)).rows;
  const { rows } = await db.execute<Pick<Printed, 'number' | 'digest' | 'hasEnded'>>(ofRecord);
  const unknown = rows.filter(({ number }) => !papers.has(number));
  const printed = await printedPapers(
    day,
    unknown.map(({ number }) => number),
  );
  for (const { number, digest, hasEnded } of rows) {
    const before = papers.get(number);
    const paper = before ?? printed.get(number);
    if (!paper) throw new Error(`the paper ${number} is not printed`);
    papers.set(number, { ...paper, number, digest, hasEnded });
    const fault = (what: string) => faults.push({ what, about: number, is: 1, should: 0 });
    if (before && before.digest !== digest) fault('what a paper printed changed');
    if (before?.hasEnded && !hasEnded) fault('a paper that had ended holds again');
  }
  for (const number of papers.keys()) {
    if (rows.every((row) => row.number !== number)) {
      faults.push({ what: 'a paper is on record no more', about: number, is: 0, should: 1 });
    }
  }
  return faults;
}
