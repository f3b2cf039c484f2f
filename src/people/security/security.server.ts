import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { auditLog as entries } from '#kit/audit/audit-tables.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { countRows } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { attemptBudgets } from '#kit/limits/limit-tables.server.ts';
import { addDays, jstDay, startOfJstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { noteEvent, type SecurityEvent } from './events.server.ts';
import { mergedEvents } from './merged-events.server.ts';
import type { ClosedBudget, RequestTrace } from './request-trace.server.ts';
import {
  type SecurityDay,
  type SecurityEventKind,
  type SecurityLine,
  type SecurityOutcome,
  securityEventsCounted,
  securityEventsPageSize,
} from './security-event.ts';
import { securityDetails } from './security-words.ts';

const mostKnown = 10_000;
/** Limits whose subject is a signed-in person. */
const byPerson = /by donor$|^export of personal data$|^(?:receipt|statement) as PDF$/;

/** Records that a limit was reached, once per subject and window across all servers. */
const closedBudgets = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret'>) => {
  const { db, clock } = dependencies;
  /** Limits known to be reached, so that they are not queried again. */
  const openAgainAt = new Map<string, number>();

  /** Inserts a mark among the counted tries, to expire with them; false if there is one. */
  async function isFirst({ purpose, subjectHash, windowMs }: ClosedBudget, nowMs: number) {
    const mark = `closed: ${purpose}`;
    const partMs = windowMs / 5;
    const start = new Date(Math.floor(nowMs / partMs) * partMs).toISOString();
    const earliest = new Date(nowMs - windowMs).toISOString();
    const { rows } = await db.execute(sql`
      insert into ${attemptBudgets} (subject_hash, purpose, window_start, attempts)
      select ${subjectHash}, ${mark}, ${start}::timestamptz, 1
      where not exists (select from ${attemptBudgets} where subject_hash = ${subjectHash}
        and purpose = ${mark} and window_start > ${earliest}::timestamptz)
      on conflict do nothing returning attempts`);
    return rows.length > 0;
  }

  return async (closed: ClosedBudget): Promise<void> => {
    const nowMs = clock().getTime();
    const key = `${closed.purpose} ${closed.subjectHash}`;
    if ((openAgainAt.get(key) ?? 0) > nowMs) return;
    if (openAgainAt.size >= mostKnown) openAgainAt.clear();
    openAgainAt.set(key, nowMs + closed.windowMs);
    if (!(await isFirst(closed, nowMs))) return;
    const { purpose } = closed;
    const details = { budget: purpose };
    await noteEvent(
      db,
      { kind: 'limit', outcome: 'refused', who: subjectOfEvent(closed), details },
      dependencies,
    );
  };
};

/** The event has the address anyway; any other typed subject is hashed like an e-mail. */
function subjectOfEvent({ purpose, subject }: ClosedBudget): SecurityEvent['who'] {
  if (subject === '' || purpose.endsWith('by address')) return 'unknown';
  return byPerson.test(purpose) ? { uid: subject } : { email: subject };
}

/** Security events: recorded by requests, shown to operators. */
export const security = (
  dependencies: Pick<Dependencies, 'db' | 'workDb' | 'clock' | 'secret'>,
) => {
  const { db, clock } = dependencies;
  const merged = mergedEvents(dependencies);
  return {
    /** Trace for a new request. */
    traceOf: (known: Pick<RequestTrace, 'origin' | 'log'>): RequestTrace => ({
      ...known,
      merged,
      closed: [],
    }),
    note: (event: SecurityEvent) => noteEvent(db, event, dependencies),
    noteClosed: closedBudgets(dependencies),
    /** Records events that were only counted so far. */
    flush: merged.flush,

    /** Events of a day, the newest first. */
    eventList: auditedList({ db, clock }, list),

    /** Counts a day's events by kind and outcome. Only numbers, so it is not audited. */
    async day(day: string | undefined): Promise<SecurityDay> {
      const today = jstDay(clock());
      const chosen = day ?? today;
      const { rows } = await db.execute<{
        kind: string;
        outcome: string;
        count: number;
        lines: number;
      }>(sql`
        select split_part(action, '.', 2) as kind, outcome, sum(count)::float8 as count, count(*)::int as lines
        from (
          select ${entries.action} as action, ${outcomeOf} as outcome, ${countOf} as count from ${entries}
          where ${selected({ day: chosen })} order by ${entries.at} desc, ${entries.id} desc
          limit ${securityEventsCounted + 1}
        ) as newest group by 1, 2 order by 1, 2`);
      const lines = rows.reduce((sum, row) => sum + row.lines, 0);
      return {
        day: chosen,
        today,
        counts: rows.map(({ kind, outcome, count }) => ({ kind, outcome, count })),
        isMore: lines > securityEventsCounted,
      };
    },
  };
};
export type SecurityTraces = Pick<
  ReturnType<typeof security>,
  'traceOf' | 'note' | 'noteClosed' | 'flush'
>;

export type SecuritySelection = {
  /** YYYY-MM-DD in Asia/Tokyo; by default today. */
  day?: string | undefined;
  kind?: SecurityEventKind | undefined;
  outcome?: SecurityOutcome | undefined;
  /** Keyed hash of a typed e-mail. */
  typed?: string | undefined;
};

const outcomeOf = sql<string>`coalesce(${entries.details} ->> 'outcome', '')`;
const countOf = sql<number>`coalesce((${entries.details} ->> 'count')::int, 1)`.mapWith(Number);

function selected({
  day,
  kind,
  outcome,
  typed,
}: SecuritySelection & { day: string }): SQL | undefined {
  return and(
    // Matches the expression of the index.
    sql`split_part(${entries.action}, '.', 1) = 'security'`,
    gte(entries.at, startOfJstDay(day)),
    lt(entries.at, startOfJstDay(addDays(day, 1))),
    kind === undefined ? undefined : eq(entries.action, `security.${kind}`),
    outcome === undefined ? undefined : sql`${outcomeOf} = ${outcome}`,
    typed === undefined
      ? undefined
      : sql`(${entries.subjectId} = ${typed} or ${entries.details} ->> 'typed' = ${typed})`,
  );
}

const selectEntries = (db: Database | Transaction) =>
  db
    .select({
      entry: entries,
      name: joinedPersonName,
    })
    .from(entries)
    .leftJoin(users, eq(users.uid, entries.actorUid))
    .$dynamic();
type Row = Awaited<ReturnType<typeof selectEntries>>[number];

const onDay = (selection: SecuritySelection, at: Date) =>
  selected({ ...selection, day: selection.day ?? jstDay(at) });

const list: AuditedList<SecuritySelection, Row, SecurityLine> = {
  name: 'security-events',
  subjectType: 'security-events',
  subjectId: ({ day, kind, typed }) => typed ?? kind ?? day ?? 'today',
  pageSize: securityEventsPageSize,
  keys: () => [
    { by: entries.at, direction: 'desc', type: 'timestamptz' },
    { by: entries.id, direction: 'desc', type: 'bigint' },
  ],
  valuesOf: ({ entry }) => [entry.at.getTime(), entry.id],
  idOf: ({ entry }) => entry.id,
  read: (db, selection, part, at) =>
    selectEntries(db)
      .where(and(onDay(selection, at), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: (db, selection, at) => countRows(db, entries, onDay(selection, at)),
  toItems: (_db, rows) => rows.map(toLine),
};

function toLine({ entry, name }: Row): SecurityLine {
  const details = entry.details as Record<string, unknown>;
  const text = (key: string) => String(details[key] ?? '');
  const isPerson = entry.subjectType === 'user';
  return {
    id: String(entry.id),
    at: toTimestamp(entry.at),
    kind: entry.action.split('.')[1] ?? '',
    outcome: text('outcome'),
    count: Number(details.count ?? 1),
    uid: isPerson ? entry.subjectId : '',
    name,
    typed: entry.subjectType === 'typed-email' ? entry.subjectId : text('typed'),
    from: text('from'),
    device: text('device'),
    details: securityDetails(details),
  };
}
