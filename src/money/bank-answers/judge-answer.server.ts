import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { unpack } from '#kit/threads/packed.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { type BankLineKind, kindByWords } from '#money/bank-lines/bank-line.ts';
import type { BankColumns } from './bank-columns.ts';
import { matchHandBooked } from './booked-before.server.ts';
import type { KeyedBankRow } from './match-answers.ts';
import type { MatchedRow, RowAct } from './match-bank-rows.server.ts';
import type { ReadBankAnswer } from './read-bank-answer.server.ts';
import { readRemembered } from './remembered-columns.server.ts';
import { type OpenTransfers, readOpenTransfers } from './under-way.server.ts';

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
