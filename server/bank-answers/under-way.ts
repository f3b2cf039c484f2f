import { type SQL, sql } from 'drizzle-orm';
import type { OpenRun, OpenTransfer } from '#domain/bank-answers/open-transfers.ts';
import { addDays, formatDateTime, toTimestamp } from '#domain/values/timestamp.ts';
import { personName } from '#server/accounts/person-name.ts';
import type { Database, Transaction } from '#server/db/database.ts';

type Source = Database | Transaction;

/** A transfer that the bank was told of, as it was read. */
export type TransferUnderWay = OpenTransfer & {
  runNumber: string;
  targetName: string;
  state: 'sent' | 'confirmed';
  /** The day of a confirmation that the background still works on. */
  confirmDueOn: string | null;
  version: number;
};

/** What a statement is held against. */
export type UnderWay = {
  /** By the remittance's id. */
  byId: Map<string, TransferUnderWay>;
  /** In transit, and nobody noted its arrival yet. */
  transfers: TransferUnderWay[];
  /** Noted as arrived: it can only come back. */
  settled: TransferUnderWay[];
  /** Each run with what of it is still in transit. */
  runs: (OpenRun & { runNumber: string })[];
};

/** Money comes back within weeks; of what was prepared longer ago nothing is looked for. */
const daysBack = 366;

/** All that is with the bank, and what arrived within a year. */
export async function readUnderWay(source: Source, today: string): Promise<UnderWay> {
  const { rows } = await source.execute<TransferUnderWay>(sql`
    select r.id as "remittanceId", r.amount_yen::float8 as "amountYen", coalesce(r.account->>'holder', '') as holder,
      run.transfer_on::text as "sentOn", r.run_id as "runId", run.number as "runNumber", a.name as "targetName", r.state,
      r.confirm_due_on::text as "confirmDueOn", r.version
    from remittances r join remittance_runs run on run.id = r.run_id join associates a on a.id = r.associate_id
    where r.state = 'sent' or (r.state = 'confirmed' and r.created_at >= ${addDays(today, -daysBack)}::date)
    order by r.id`);
  const isOpen = ({ state, confirmDueOn }: TransferUnderWay) =>
    state === 'sent' && confirmDueOn === null;
  const transfers = rows.filter(isOpen);
  const runs = [...Map.groupBy(transfers, ({ runId }) => runId)].flatMap(([runId, ofRun]) => {
    const [first] = ofRun;
    if (!first) return [];
    const totalYen = ofRun.reduce((sum, { amountYen }) => sum + amountYen, 0);
    const { runNumber, sentOn } = first;
    return [{ runId, runNumber, totalYen, transferOn: sentOn, count: ofRun.length }];
  });
  const byId = new Map(rows.map((row) => [row.remittanceId, row]));
  return { byId, transfers, settled: rows.filter((row) => !isOpen(row)), runs };
}

/** Who changed one of these runs or remittances last, for somebody whose page is older; '' where nobody did. */
export async function lastChange(source: Source, ids: readonly string[]): Promise<string> {
  const { rows } = await source.execute<{ name: string; at: Date }>(sql`
    select ${personName(sql`l.actor_uid`) as SQL} as name, l.at from audit_log l
    where l.subject_type in ('remittance-run', 'remittance')
      and l.subject_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))
    order by l.id desc limit 1`);
  const [last] = rows;
  if (!last) return '';
  const at = formatDateTime(toTimestamp(new Date(last.at)));
  return `${last.name || '運営の担当者'}さんが${at}に、送金の記録を変更しています。`;
}
