import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { listRoute } from '#kit/http/list-route.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { addDays, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { AuditLine, auditDetails, auditLogPageSize } from './audit-line.ts';
import { auditLog as entries } from './audit-tables.server.ts';
import { type AuditedList, auditedList } from './audited-list.server.ts';

const filter = (pattern: RegExp) =>
  z.string().regex(pattern, '絞り込みの指定が正しくありません。').optional();

/** 20261120100000000 as 2026/11/20 10:00:00. */
const dateTime = (at: string) =>
  at.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{3}$/, '$1/$2/$3 $4:$5:$6');

/** The operators' audit log; reading it is audited as well. */
export const auditLog = (dependencies: Pick<Dependencies, 'db' | 'clock'>) =>
  listRoute({
    path: '/api/office/audit-log',
    allow: 'audit.read',
    tags: ['運営'],
    summary: '操作の記録（新しい順。50件ずつ。閲覧も記録される）',
    query: {
      actor: filter(/^[\w-]{1,64}$/),
      action: filter(/^[\w-]{1,40}(?:\.[\w-]{1,40})?$/),
      // An id: URLs contain no e-mail addresses.
      subject: filter(/^[\w.:-]{1,100}$/),
      day: z.optional(serviceDay()),
    },
    item: AuditLine,
    columns: [
      ['番号', ({ id }) => id],
      ['日時', ({ at }) => dateTime(at)],
      ['操作した人の番号', ({ actorUid }) => actorUid],
      ['操作した人', ({ actorName }) => actorName],
      ['操作', ({ action }) => action],
      ['対象の種類', ({ subjectType }) => subjectType],
      ['対象', ({ subjectId }) => subjectId],
      ['詳細', ({ details }) => details.join(' ／ ')],
    ],
    fileName: 'audit-log',
    ...auditedList(dependencies, list),
  });

type AuditSelection = {
  /** Uid of the actor. */
  actor?: string | undefined;
  /** A noun ("applications") or one of its actions ("applications.list"). */
  action?: string | undefined;
  /** Id of the record. */
  subject?: string | undefined;
  /** YYYY-MM-DD in Asia/Tokyo. */
  day?: string | undefined;
};

function selected({ actor, action, subject, day }: AuditSelection): SQL | undefined {
  return and(
    actor === undefined ? undefined : eq(entries.actorUid, actor),
    // Matches the partial indexes. Security events have a list of their own, unless selected.
    action === undefined
      ? actor === undefined && subject === undefined
        ? sql`split_part(${entries.action}, '.', 1) <> 'security'`
        : undefined
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
      actorName: joinedPersonName,
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
