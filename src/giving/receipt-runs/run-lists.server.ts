import { and, type SQL, sql } from 'drizzle-orm';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { exactTotal, type Part } from '#kit/db/keyset.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import {
  type ReceiptRun,
  type ReceiptRunRow,
  receiptRunRowsPageSize,
  receiptRunsPageSize,
} from './receipt-run.ts';

type Source = Database | Transaction;

type RunRow = Omit<ReceiptRun, 'startedAt' | 'finishedAt'> & {
  startedAtMs: number;
  finishedAtMs: number | null;
};

const inOrder = ({ orderBy, limit }: Part): SQL =>
  sql`order by ${sql.join([...orderBy], sql`, `)} limit ${limit}`;

async function readRunRows(source: Source, rest: SQL): Promise<RunRow[]> {
  const { rows } = await source.execute<RunRow>(sql`
    select r.id, r.year, r.replaces_singles as "replacesSingles", r.state,
      coalesce(nullif(trim(u.last_name || ' ' || u.first_name), ''), u.email, '') as "startedBy",
      extract(epoch from r.started_at)::float8 * 1000 as "startedAtMs",
      extract(epoch from r.finished_at)::float8 * 1000 as "finishedAtMs", c.*
    from receipt_runs r left join users u on u.uid = r.started_by
    cross join lateral (
      select count(*)::int as "rowCount", count(*) filter (where w.outcome = 'waiting')::int as "waitingCount",
        count(*) filter (where w.outcome = 'issued')::int as "issuedCount",
        coalesce(sum(p.amount_yen), 0)::float8 as "issuedYen",
        count(*) filter (where w.outcome = 'issued' and w.delivery = 'mail')::int as "mailCount",
        count(*) filter (where w.outcome = 'issued' and w.delivery = 'post')::int as "postCount",
        count(*) filter (where w.outcome = 'left-out')::int as "leftOutCount"
      from receipt_run_rows w left join receipts p on p.number = w.receipt_number where w.run_id = r.id
    ) c ${rest}`);
  return rows;
}

const toRun = ({ startedAtMs, finishedAtMs, ...row }: RunRow): ReceiptRun => ({
  ...row,
  startedAt: toTimestamp(new Date(startedAtMs)),
  finishedAt: finishedAtMs === null ? '' : toTimestamp(new Date(finishedAtMs)),
});

export async function findRun(source: Source, id: string): Promise<ReceiptRun | undefined> {
  const [row] = await readRunRows(source, sql`where r.id = ${id}`);
  return row && toRun(row);
}

/** Runs, the newest first. */
export const runList: AuditedList<Record<never, never>, RunRow, ReceiptRun> = {
  name: 'receipt-runs',
  isPersonal: false,
  subjectType: 'receipt-runs',
  subjectId: () => 'all',
  pageSize: receiptRunsPageSize,
  keys: () => [
    { by: sql`r.started_at`, direction: 'desc', type: 'timestamptz' },
    { by: sql`r.id`, direction: 'desc', type: 'text' },
  ],
  valuesOf: ({ startedAtMs, id }) => [startedAtMs, id],
  idOf: ({ id }) => id,
  read: (db, _selection, part) =>
    readRunRows(db, sql`${part.where ? sql`where ${part.where}` : sql``} ${inOrder(part)}`),
  async total(db) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from receipt_runs`,
    );
    return exactTotal(rows[0]?.count ?? 0);
  },
  toItems: (_db, rows) => rows.map(toRun),
};

export type RowSelection = { runId: string };

/** Outcome of each row of a run, in order. */
export const runRowList: AuditedList<RowSelection, ReceiptRunRow, ReceiptRunRow> = {
  name: 'receipt-runs',
  subjectType: 'receipt-run',
  subjectId: ({ runId }) => runId,
  pageSize: receiptRunRowsPageSize,
  keys: () => [{ by: sql`w.position`, direction: 'asc', type: 'integer' }],
  valuesOf: ({ position }) => [position],
  idOf: ({ appraisalId }) => appraisalId,
  async read(db, { runId }, part) {
    const { rows } = await db.execute<ReceiptRunRow>(sql`
      select w.position, w.appraisal_id as "appraisalId", w.outcome, w.delivery,
        coalesce(w.receipt_number, '') as "receiptNumber",
        coalesce(p.donor_name, trim(a.last_name || ' ' || a.first_name), '') as "donorName",
        coalesce(p.stated ->> 'name', s.name, '') as "associateName",
        coalesce(p.amount_yen, 0)::float8 as "amountYen", w.reason
      from receipt_run_rows w
      left join receipts p on p.number = w.receipt_number
      left join applications a on a.appraisal_id = w.appraisal_id
      left join donations d on d.appraisal_id = w.appraisal_id and d.reversed_at is null
      left join associates s on s.id = d.associate_id
      where ${and(sql`w.run_id = ${runId}`, part.where)} ${inOrder(part)}`);
    return rows;
  },
  async total(db, { runId }) {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from receipt_run_rows where run_id = ${runId}`,
    );
    return exactTotal(rows[0]?.count ?? 0);
  },
  toItems: (_db, rows) => rows,
};

export type PostedRow = { position: number; donor: number; number: string };

/** Papers of a run to post, after a position; one more than `most`, so that the end of a file shows. */
export async function postedRows(
  source: Source,
  { runId, after, most }: { runId: string; after: number; most: number },
): Promise<PostedRow[]> {
  const { rows } = await source.execute<PostedRow>(sql`
    select w.position, w.donor, w.receipt_number as number from receipt_run_rows w
    where w.run_id = ${runId} and w.position > ${after} and w.outcome = 'issued' and w.delivery = 'post'
    order by w.position limit ${most + 1}`);
  return rows;
}
