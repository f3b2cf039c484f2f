import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { readSum, readSums } from '#money/sums/kept-sums.server.ts';
import {
  type AdminPledgeReport,
  pledgeReportsPageSize,
  type ReportCounts,
} from './admin-pledge-report.ts';
import { pledgeReports, pledges } from './pledge-tables.server.ts';
import { readStoredPledges, toAdminPledge } from './read-pledges.server.ts';

type ReportSelection = { state?: 'open' | 'handled' | undefined };
type Row = typeof pledgeReports.$inferSelect;

/** Open reports first, each group newest first. Matches the index pledge_reports_rank. */
const rank = sql`(case when ${pledgeReports.handledAt} is null then 0 else 1 end)`;

export async function reportCounts({ db }: Context): Promise<ReportCounts> {
  const sums = await readSums(db, 'pledge-reports');
  return { open: sums.get('open')?.count ?? 0, handled: sums.get('handled')?.count ?? 0 };
}

/** Dismisses or reopens a report. Idempotent. */
export const markReport = (
  { db, clock }: Context,
  operator: Person,
  id: string,
  isHandled: boolean,
): Promise<AdminPledgeReport> =>
  transaction(db, async (tx) => {
    const at = clock();
    const [row] = await tx
      .update(pledgeReports)
      .set({
        handledAt: isHandled
          ? sql`coalesce(${pledgeReports.handledAt}, ${at.toISOString()}::timestamptz)`
          : null,
      })
      .where(eq(pledgeReports.id, id))
      .returning();
    if (!row) throw notFound('通報');
    await audit(
      tx,
      operator,
      isHandled ? 'pledge-reports.dismissed' : 'pledge-reports.reopened',
      ['pledge-report', id],
      { at },
    );
    const [report] = await withPledges(tx, [row]);
    if (!report) throw notFound('通報');
    return report;
  });

/** Open reports first, each group newest first. */
export const reportList: AuditedList<ReportSelection, Row, AdminPledgeReport> = {
  name: 'pledge-reports',
  subjectType: 'pledge-reports',
  subjectId: ({ state }) => state ?? 'all',
  pageSize: pledgeReportsPageSize,
  keys: () => [
    { by: rank, direction: 'asc', type: 'integer' },
    { by: pledgeReports.createdAt, direction: 'desc', type: 'timestamptz' },
    { by: pledgeReports.id, direction: 'asc', type: 'text' },
  ],
  valuesOf: (row) => [row.handledAt === null ? 0 : 1, row.createdAt.getTime(), row.id],
  idOf: (row) => row.id,
  read: (db, { state }, part) =>
    db
      .select()
      .from(pledgeReports)
      .where(and(state && sql`${rank} = ${state === 'open' ? 0 : 1}`, part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db, { state }) => exactTotal((await readSum(db, 'pledge-reports', state)).count),
  toItems: withPledges,
};

async function withPledges(
  tx: Database | Transaction,
  rows: readonly Row[],
): Promise<AdminPledgeReport[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ pledgeId }) => pledgeId);
  const stored = await readStoredPledges(tx, inArray(pledges.id, ids));
  const byId = new Map(stored.map((one) => [one.pledge.id, toAdminPledge(one)]));
  return rows.flatMap(({ id, pledgeId, reason, createdAt, handledAt }) => {
    const pledge = byId.get(pledgeId);
    return pledge
      ? {
          id,
          reason,
          createdAt: toTimestamp(createdAt),
          handledAt: handledAt && toTimestamp(handledAt),
          pledge,
        }
      : [];
  });
}
