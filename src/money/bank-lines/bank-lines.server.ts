import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { bankAnswerRows, bankLineEntries } from '#money/remittances/transfer-tables.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import {
  type BankLine,
  type BankLineExplanation,
  type BankLineKind,
  bankLinesPageSize,
} from './bank-line.ts';
import { bookLines } from './book-lines.server.ts';

type BankLineSelection = { kind?: BankLineKind | undefined };

const selected = ({ kind }: BankLineSelection): SQL | undefined =>
  and(
    eq(bankAnswerRows.kind, 'line'),
    kind === undefined ? undefined : eq(bankAnswerRows.lineKind, kind),
  );

/** Lines that match no transfer, with their latest explanation; the caller orders and limits. */
const selectLines = (db: Database | Transaction) =>
  db
    .select({
      row: bankAnswerRows,
      entry: bankLineEntries,
      by: personName(sql`bank_line_entries.actor_uid`),
    })
    .from(bankAnswerRows)
    .innerJoin(
      bankLineEntries,
      sql`${bankLineEntries.id} = (select e.id from bank_line_entries e
        where e.answer_id = ${bankAnswerRows.answerId} and e.row = ${bankAnswerRows.row} order by e.id desc limit 1)`,
    )
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectLines>>[number];

const toLine = ({ row, entry, by }: Row): BankLine => ({
  answerId: row.answerId,
  row: row.row,
  day: row.day,
  amountYen: row.amountYen,
  description: row.description,
  kind: row.lineKind as BankLineKind,
  reason: entry.reason,
  by,
  at: toTimestamp(entry.at),
  postingId: entry.postingId,
  version: row.version,
  isTakenBack: row.takenBackAt !== null,
});

/** Statement lines without a transfer (docs/decisions/0026), by the bank's day, newest first. */
export const bankLineList: AuditedList<BankLineSelection, Row, BankLine> = {
  name: 'bank-lines',
  subjectType: 'bank-lines',
  subjectId: ({ kind }) => kind ?? 'all',
  pageSize: bankLinesPageSize,
  keys: () => [
    { by: bankAnswerRows.day, direction: 'desc', type: 'date' },
    { by: bankAnswerRows.answerId, direction: 'asc', type: 'text' },
    { by: bankAnswerRows.row, direction: 'asc', type: 'bigint' },
  ],
  valuesOf: ({ row }) => [row.day, row.answerId, row.row],
  idOf: ({ row }) => `${row.answerId}:${row.row}`,
  read: (db, selection, part) =>
    selectLines(db)
      .where(and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, bankAnswerRows, selected(selection)),
  toItems: (_db, rows) => rows.map(toLine),
};

/** Explains a line by a counter-entry with the reason. Refuses (Conflict) a stale version. */
export const explainLine = (
  { db, clock }: Context,
  operator: Person,
  of: { answerId: string; row: number },
  { kind, reason, version }: BankLineExplanation,
): Promise<BankLine> =>
  transaction(db, async (tx) => {
    const itself = and(
      eq(bankAnswerRows.answerId, of.answerId),
      eq(bankAnswerRows.row, of.row),
      eq(bankAnswerRows.kind, 'line'),
    );
    await tx.select({ row: bankAnswerRows.row }).from(bankAnswerRows).where(itself).for('update');
    const [found] = await selectLines(tx).where(itself);
    if (!found) throw notFound('明細の行');
    const line = toLine(found);
    if (line.version !== version) {
      throw refuse(
        'Conflict',
        `${line.by || '運営の担当者'}さんが、この行を変更しています。画面を読み込み直してください。`,
      );
    }
    if (line.isTakenBack) {
      throw refuse('Conflict', 'この行は、明細からもう一度読み込むために、すでに外されています。');
    }
    if (line.kind === kind) throw refuse('Conflict', 'この行は、すでにその内容です。');
    const now = clock();
    const { postingId, day, amountYen } = line;
    const was = { kind: line.kind, postingId };
    const next = { ...of, day, amountYen, was, kind, reason, version: version + 1 };
    await bookLines(tx, [next], { actorUid: operator.uid, now });
    await tx
      .update(bankAnswerRows)
      .set({
        version: version + 1,
        ...(kind === 'again' ? { takenBackAt: now } : { lineKind: kind satisfies BankLineKind }),
      })
      .where(itself);
    await audit(tx, operator, 'bank-lines.explain', ['bank-answer', of.answerId], {
      at: now,
      row: of.row,
      kind,
    });
    const [row] = await selectLines(tx).where(itself);
    if (!row) throw new Error('the line is there');
    return toLine(row);
  });
