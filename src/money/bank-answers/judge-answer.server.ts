import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { unpack } from '#kit/threads/packed.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { type BankLineKind, kindByWords } from '#money/bank-lines/bank-line.ts';
import type { BankColumns } from './bank-columns.ts';
import { lettersOf } from './holder-index.ts';
import type { KeyedBankRow } from './match-answers.ts';
import type { MatchedRow, RowAct } from './match-bank-rows.server.ts';
import type { ReadBankAnswer } from './read-bank-answer.server.ts';
import { readRemembered } from './remembered-columns.server.ts';
import { type OpenTransfers, readOpenTransfers } from './under-way.server.ts';

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
async function matchHandBooked(
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

export type ReadAnswer = Extract<ReadBankAnswer, { fileHash: string }>;

export type BankLineRow = KeyedBankRow & { lineKind: BankLineKind };

/** A file matched with open transfers; nothing is written. */
export type Judged = {
  read: Exclude<ReadBankAnswer, { problem: string }>;
  columnsVersion: number;
  matched: MatchedRow[];
  known: number;
  /** Rows of transfers already booked by hand. */
  booked: RowAct[];
  /** Rows without a transfer. */
  lines: BankLineRow[];
  underWay: OpenTransfers;
  /** Hash of the file, its proposals and the state of their transfers. */
  seen: string;
};

const inThread = { limitMs: 60_000 };

/** Reads a bank's file and matches its rows. Refuses an unreadable file. Consumes the bytes. */
export async function judgeAnswer(
  { db, clock, threads }: Pick<Dependencies, 'db' | 'clock' | 'threads'>,
  { content, columns }: { content: Uint8Array; columns: BankColumns | null },
): Promise<Judged> {
  const today = jstDay(clock());
  const remembered = await readRemembered(db);
  const read = await threads.run(
    'readBankAnswer',
    { content, columns, remembered: remembered.shapes, today },
    { ...inThread, handsOver: true },
  );
  if ('problem' in read) throw refuse('ValidationError', read.problem);
  const columnsVersion = remembered.version;
  const underWay = await readOpenTransfers(db, today);
  if (read.columns === null) {
    const none = { matched: [], known: 0, booked: [], lines: [] };
    return { read, columnsVersion, ...none, underWay, seen: '' };
  }
  const { rows: knownRows } = await db.execute<{ key: string }>(sql`
    select key from bank_answer_rows where taken_back_at is null
      and key in (select json_array_elements_text(${JSON.stringify(read.keys)}::json))`);
  const { transfers, settled, runs } = underWay;
  const found = await threads.run(
    'matchBankRows',
    { rows: read.rows, known: knownRows.map(({ key }) => key), transfers, settled, runs },
    { ...inThread, handsOver: true },
  );
  const matched = found.matched.flatMap((part) => unpack(part));
  const unrelated = found.unrelated.flatMap((part) => unpack(part));
  const { booked, others } = await matchHandBooked(db, unrelated, today);
  const lines = others.map((row) => ({ ...row, lineKind: kindByWords(row) }));
  const of = { matched, known: found.known, booked, lines, underWay };
  return { read, columnsVersion, ...of, seen: seenOf(read.fileHash, of) };
}

function seenOf(
  fileHash: string,
  { matched, booked, lines, underWay }: Omit<Judged, 'read' | 'columnsVersion' | 'seen'>,
): string {
  const versions = transfersOf(matched, underWay).map(({ remittanceId, version }) => [
    remittanceId,
    version,
  ]);
  const others = [booked.map(({ row, ...act }) => [row.row, act]), lines.map(({ row }) => row)];
  const all = [fileHash, matched.map(({ proposal }) => proposal), versions, others];
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}

/** Transfers that the rows match or may match; for a run's total all of it in transit. Sorted by id. */
export function transfersOf(matched: readonly MatchedRow[], { byId, transfers }: OpenTransfers) {
  const ids = new Set(
    matched.flatMap(({ proposal }) =>
      proposal.kind === 'ambiguous'
        ? proposal.ids
        : [proposal.kind === 'total' ? proposal.runId : proposal.remittanceId],
    ),
  );
  const inRuns = transfers.filter(({ runId }) => ids.has(runId));
  const named = [...ids].flatMap((id) => byId.get(id) ?? []);
  return [...new Set([...named, ...inRuns])].sort((one, other) =>
    one.remittanceId < other.remittanceId ? -1 : 1,
  );
}
