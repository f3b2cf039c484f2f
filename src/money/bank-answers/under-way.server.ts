import { type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { addDays, formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import type { OpenRun, OpenTransfer } from './open-transfers.ts';

type Source = Database | Transaction;

/** A transfer handed to the bank, as read. */
export type TransferUnderWay = OpenTransfer & {
  runNumber: string;
  targetName: string;
  state: 'sent' | 'confirmed';
  /** Day of a confirmation still running in the background. */
  confirmDueOn: string | null;
  version: number;
};

/** Open transfers that a statement is matched with. */
export type OpenTransfers = {
  /** By the remittance's id. */
  byId: Map<string, TransferUnderWay>;
  /** In transit, not yet confirmed. */
  transfers: TransferUnderWay[];
  /** Confirmed: these can only be returned. */
  settled: TransferUnderWay[];
  /** Each run with its transfers still in transit. */
  runs: (OpenRun & { runNumber: string })[];
};

/** Returns arrive within weeks; older runs are not searched. */
const daysBack = 366;

/** Everything handed to the bank, and confirmed transfers of the last year. */
export async function readOpenTransfers(source: Source, today: string): Promise<OpenTransfers> {
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

/** Who last changed one of these runs or remittances, for an outdated page; '' if unchanged. */
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
