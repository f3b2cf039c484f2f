import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { startOfJstDay } from '#kit/values/timestamp.ts';
import { type Amount, notePostings, post, postingOf } from '#money/ledger/ledger.server.ts';
import { bookingTime } from '#money/month-close/month-close.server.ts';
import { bankLineEntries } from '#money/remittances/transfer-tables.server.ts';
import { type BankLineKind, bankLineAccounts, bankLineLabels } from './bank-line.ts';

/** A line to book: `was` is its earlier kind, `kind` the new one. */
export type BookedLine = {
  answerId: string;
  row: number;
  day: string;
  amountYen: number;
  version: number;
  was?: { kind: BankLineKind; postingId: string };
  kind: BankLineKind | 'again';
  reason: string;
};

const noonMs = 12 * 60 * 60 * 1000;

/**
 * Books lines of a statement, at noon of the bank's day or, if its month is closed, now: the bank against the line's
 * kind or, for a line booked before, its earlier kind against the new one. Adds a note and an entry each; returns the
 * postings' ids.
 */
export async function bookLines(
  tx: Transaction,
  lines: readonly BookedLine[],
  { actorUid, now }: { actorUid: string; now: Date },
): Promise<string[]> {
  const times = new Map<string, Date>();
  for (const { day } of lines) {
    if (times.has(day)) continue;
    const noon = new Date(startOfJstDay(day).getTime() + noonMs);
    times.set(day, await bookingTime(tx, noon, now));
  }
  const postingIdOf = ({ answerId, row, version }: BookedLine) =>
    `bank-line-${version}:${answerId}:${row}`;
  await post(
    tx,
    lines.map((line) =>
      postingOf(postingIdOf(line), amountsOf(line), { at: times.get(line.day) ?? now }),
    ),
  );
  await notePostings(
    tx,
    lines.map((line) => ({
      postingId: postingIdOf(line),
      reason:
        line.reason || `銀行の明細：${line.kind === 'again' ? '' : bankLineLabels[line.kind]}`,
      corrects: line.was?.postingId ?? null,
      actorUid,
      at: now,
    })),
  );
  await insertAll(
    tx,
    bankLineEntries,
    lines.map((line) => ({
      answerId: line.answerId,
      row: line.row,
      kind: line.kind,
      reason: line.reason,
      postingId: postingIdOf(line),
      actorUid,
      at: now,
    })),
  );
  return lines.map(postingIdOf);
}

function amountsOf({ was, kind, amountYen }: BookedLine): Amount[] {
  return [
    { account: was ? bankLineAccounts[was.kind] : 'bank', amountYen },
    { account: kind === 'again' ? 'bank' : bankLineAccounts[kind], amountYen: -amountYen },
  ];
}
