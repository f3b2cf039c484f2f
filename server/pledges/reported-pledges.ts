import { asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import {
  type AdminPledgeReport,
  pledgeReportsPageSize,
} from '#domain/pledges/admin-pledge-report.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { pledgeReports, pledges } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readStoredPledges, toAdminPledge } from './read-pledges.ts';

const inState = {
  open: isNull(pledgeReports.handledAt),
  handled: isNotNull(pledgeReports.handledAt),
};
export type ReportSelection = { state?: keyof typeof inState | undefined; page: number };

const reportNotFound = () => refuse('NotFound', 'お探しの通報が見つかりませんでした。');

/** What was reported of pledges, for the operator to read and to dismiss. */
export const reportedPledges = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => {
  return {
    /** A page of reports, those to decide first and of each the newest; a look is audited. */
    async listReports(
      operator: Person,
      { state, page }: ReportSelection,
    ): Promise<{ reports: AdminPledgeReport[]; total: number }> {
      const selected = state && inState[state];
      return transaction(db, async (tx) => {
        const rows = await tx
          .select()
          .from(pledgeReports)
          .where(selected)
          .orderBy(
            desc(sql`${pledgeReports.handledAt} is null`),
            desc(pledgeReports.createdAt),
            asc(pledgeReports.id),
          )
          .limit(pledgeReportsPageSize)
          .offset((page - 1) * pledgeReportsPageSize);
        await writeAudit(tx, {
          actor: operator,
          action: 'pledge-reports.list',
          subjectType: 'pledge-reports',
          subjectId: state ?? 'all',
          details: { page, ids: rows.map(({ id }) => id) },
          at: clock(),
        });
        const reports = await withPledges(tx, rows);
        return { reports, total: await tx.$count(pledgeReports, selected) };
      });
    },

    /** Dismisses a report, or opens it again; the same again is as good. */
    async markReport(operator: Person, id: string, isHandled: boolean): Promise<AdminPledgeReport> {
      return transaction(db, async (tx) => {
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
        if (!row) throw reportNotFound();
        await writeAudit(tx, {
          actor: operator,
          action: isHandled ? 'pledge-reports.dismissed' : 'pledge-reports.reopened',
          subjectType: 'pledge-report',
          subjectId: id,
          at,
        });
        const [report] = await withPledges(tx, [row]);
        if (!report) throw reportNotFound();
        return report;
      });
    },
  };
};

async function withPledges(
  tx: Transaction,
  rows: readonly (typeof pledgeReports.$inferSelect)[],
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
