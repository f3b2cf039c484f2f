import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { lettersOf } from './holder-index.ts';
import type { KeyedBankRow } from './match-answers.ts';
import type { RowAct } from './match-bank-rows.server.ts';

/** A transfer or return booked by hand that no statement line has confirmed yet. */
type ByHand = {
  remittanceId: string;
  runId: string;
  amountYen: number;
  holder: string;
  sentOn: string;
  leaves: boolean;
  returns: boolean;
};

const daysBack = 366;

async function readByHand(db: Database | Transaction, today: string): Promise<ByHand[]> {
  const { rows } = await db.execute<ByHand>(sql`
    select * from (
      select r.id as "remittanceId", r.run_id as "runId", r.amount_yen::float8 as "amountYen",
        coalesce(r.account->>'holder', '') as holder, run.transfer_on::text as "sentOn",
        not exists (select from bank_answer_rows b where b.remittance_id = r.id and b.kind = 'transfer' and b.taken_back_at is null)
          and not exists (select from bank_answer_rows b where b.run_id = r.run_id and b.kind = 'total' and b.taken_back_at is null)
          as leaves,
        r.state = 'returned' and not exists (
          select from bank_answer_rows b where b.remittance_id = r.id and b.kind = 'returned' and b.taken_back_at is null)
          as returns
      from remittances r join remittance_runs run on run.id = r.run_id
      where r.created_at >= ${today}::date - ${daysBack}::int
        -- In the background it will be.
        and (r.state = 'sent' and r.confirm_due_on is not null or r.state in ('confirmed', 'returned')
          and exists (select from ledger_lines l where l.remittance_id = r.id and l.account = 'bank'))
    ) byhand where leaves or returns order by "sentOn", "remittanceId"`);
  return rows;
}

/**
 * Statement lines of transfers already booked by hand, with their remittance or run: they are not booked again. Matches
 * a transfer by sum and holder, a run by its total. Unmatched lines are left.
 */
export async function matchHandBooked(
  db: Database | Transaction,
  rows: readonly KeyedBankRow[],
  today: string,
): Promise<{ booked: RowAct[]; others: KeyedBankRow[] }> {
  const byHand = rows.length === 0 ? [] : await readByHand(db, today);
  const left = {
    transfer: Map.groupBy(
      byHand.filter(({ leaves }) => leaves),
      ({ amountYen }) => amountYen,
    ),
    returned: Map.groupBy(
      byHand.filter(({ returns }) => returns),
      ({ amountYen }) => amountYen,
    ),
  };
  const gone = new Set<string>();
  const take = (
    kind: 'transfer' | 'returned',
    { amountYen, day, descriptionKana }: KeyedBankRow,
  ) => {
    const letters = lettersOf(descriptionKana);
    const found = left[kind]
      .get(Math.abs(amountYen))
      ?.find(
        ({ remittanceId, holder, sentOn }) =>
          !gone.has(`${kind} ${remittanceId}`) &&
          sentOn <= day &&
          letters.includes(lettersOf(holder)),
      );
    if (found) gone.add(`${kind} ${found.remittanceId}`);
    return found;
  };
  const booked: RowAct[] = [];
  const unnamed: KeyedBankRow[] = [];
  for (const row of rows) {
    const kind = row.amountYen < 0 ? 'transfer' : 'returned';
    const found = take(kind, row);
    if (found) booked.push({ row, kind, remittanceId: found.remittanceId });
    else unnamed.push(row);
  }
  const runs = [
    ...Map.groupBy(
      byHand.filter(({ leaves }) => leaves),
      ({ runId }) => runId,
    ),
  ]
    .filter(([, ofRun]) => ofRun.every(({ remittanceId }) => !gone.has(`transfer ${remittanceId}`)))
    .map(([runId, ofRun]) => ({
      runId,
      totalYen: ofRun.reduce((sum, { amountYen }) => sum + amountYen, 0),
      sentOn: ofRun[0]?.sentOn ?? '',
    }));
  const others: KeyedBankRow[] = [];
  for (const row of unnamed) {
    const place = runs.findIndex(
      ({ totalYen, sentOn }) => row.amountYen === -totalYen && sentOn <= row.day,
    );
    const [run] = place < 0 ? [] : runs.splice(place, 1);
    if (run) booked.push({ row, kind: 'total', runId: run.runId });
    else others.push(row);
  }
  return { booked, others };
}
