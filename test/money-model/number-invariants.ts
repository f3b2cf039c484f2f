import { sql } from 'drizzle-orm';
import type { Day, Fault } from './day.ts';

type Given = { number: string; to: string };

/** Every number on record with what it was given to; a bank's file is named after its run. */
const onRecord = sql`
  select 'receipt ' || number as number, concat_ws(' ', verify_code_hash, issued_at) as to from receipts
  union all
  select 'statement ' || statement_number, id from remittances where statement_number is not null
  union all
  select 'run ' || number, id from remittance_runs
  union all
  select 'file ' || run.number || ' ' || file.number, file.id
  from transfer_files file join remittance_runs run on run.id = file.run_id`;

/** Numbers and codes that were given out twice, before and after backups were restored. */
export async function numberFaults({ house: { db }, given, papers }: Day): Promise<Fault[]> {
  const faults: Fault[] = [];
  const { rows } = await db.execute<Given>(onRecord);
  const codes = [...papers.values()].map(({ number, code }) => ({
    number: `code ${code}`,
    to: number,
  }));
  for (const { number, to } of [...rows, ...codes]) {
    const before = given.get(number) ?? to;
    given.set(number, before);
    if (before !== to) {
      faults.push({ what: 'given out twice', about: number, is: to, should: before });
    }
  }
  return faults;
}
