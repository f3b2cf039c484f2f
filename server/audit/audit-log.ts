import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type AuditLine, auditDetails, auditLogPageSize } from '#domain/audit/audit-line.ts';
import { addDays, startOfJstDay, toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { countRows, type Position } from '#server/db/keyset.ts';
import { users } from '#server/db/schema/accounts.ts';
import { auditLog as entries } from '#server/db/schema/audit.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { CsvEncoding } from '#server/http/csv-bytes.ts';
import { type AuditedList, auditedList } from './audited-list.ts';

export type AuditSelection = {
  /** The uid of who did it. */
  actor?: string | undefined;
  /** A room ("applications") or one action of it ("applications.list"). */
  action?: string | undefined;
  /** The id of the record. */
  subject?: string | undefined;
  /** YYYY-MM-DD in Asia/Tokyo. */
  day?: string | undefined;
};

/** What operators did, for operators to read; that is kept as well. */
export const auditLog = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** A page of the entries, the newest first. */
  list: (operator: Person, selection: AuditSelection, position?: Position) =>
    auditedList({ db, clock }, list).page(operator, selection, position),

  /** All of the selection, some at a time. */
  export: (operator: Person, selection: AuditSelection, encoding: CsvEncoding) =>
    auditedList({ db, clock }, list).rows(operator, selection, encoding),
});

function selected({ actor, action, subject, day }: AuditSelection): SQL | undefined {
  return and(
    actor === undefined ? undefined : eq(entries.actorUid, actor),
    // As its index has it.
    action === undefined
      ? undefined
      : sql`split_part(${entries.action}, '.', 1) = ${action.split('.')[0]}`,
    action?.includes('.') ? eq(entries.action, action) : undefined,
    subject === undefined ? undefined : eq(entries.subjectId, subject),
    day === undefined ? undefined : gte(entries.at, startOfJstDay(day)),
    day === undefined ? undefined : lt(entries.at, startOfJstDay(addDays(day, 1))),
  );
}

const selectEntries = (db: Database | Transaction) =>
  db
    .select({
      entry: entries,
      actorName: sql<string>`coalesce(nullif(btrim(${users.lastName} || ' ' || ${users.firstName}), ''), ${users.email}, '')`,
    })
    .from(entries)
    .leftJoin(users, eq(users.uid, entries.actorUid))
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectEntries>>[number];

const list: AuditedList<AuditSelection, Row, AuditLine> = {
  name: 'audit-log',
  subjectType: 'audit-log',
  subjectId: ({ subject, actor, action, day }) => subject ?? actor ?? action ?? day ?? 'all',
  pageSize: auditLogPageSize,
  keys: () => [
    { by: entries.at, direction: 'desc', type: 'timestamptz' },
    { by: entries.id, direction: 'desc', type: 'bigint' },
  ],
  valuesOf: ({ entry }) => [entry.at.getTime(), entry.id],
  idOf: ({ entry }) => entry.id,
  read: (db, selection, part) =>
    selectEntries(db)
      .where(and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection) => countRows(db, entries, selected(selection)),
  toItems: (_db, rows) =>
    rows.map(({ entry, actorName }) => ({
      id: String(entry.id),
      at: toTimestamp(entry.at),
      actorUid: entry.actorUid,
      actorName,
      action: entry.action,
      subjectType: entry.subjectType,
      subjectId: entry.subjectId,
      details: auditDetails(entry.details as Record<string, unknown>),
    })),
};
