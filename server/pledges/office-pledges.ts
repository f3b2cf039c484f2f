import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import {
  type OfficePledge,
  type OfficePledgeReport,
  type OfficePledgeState,
  pledgeReportsPageSize,
} from '#domain/office-pledge-report.ts';
import { refuse } from '#domain/refusal.ts';
import { toTimestamp } from '#domain/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/people.ts';
import { pledgeReports, pledges } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMail } from '#server/mail/outbox.ts';
import { readStoredPledges } from './read-pledges.ts';

const inState = {
  open: isNull(pledgeReports.handledAt),
  handled: isNotNull(pledgeReports.handledAt),
};
export type ReportSelection = { state?: keyof typeof inState | undefined; page: number };

const pledgeNotFound = () => refuse('NotFound', 'お探しの#mypledgeが見つかりませんでした。');

/** What the operator does about public pledges: reads what was reported, withholds, shows again. */
export const officePledges = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret' | 'publicUrl'>,
) => {
  const { db, clock } = dependencies;
  return {
    /** A page of reports, those to decide first and of each the newest; a look is audited. */
    async listReports(
      operator: Person,
      { state, page }: ReportSelection,
    ): Promise<{ reports: OfficePledgeReport[]; total: number }> {
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
    async markReport(
      operator: Person,
      id: string,
      isHandled: boolean,
    ): Promise<OfficePledgeReport> {
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
        if (!row) throw refuse('NotFound', 'お探しの通報が見つかりませんでした。');
        await writeAudit(tx, {
          actor: operator,
          action: isHandled ? 'pledge-reports.dismissed' : 'pledge-reports.reopened',
          subjectType: 'pledge-report',
          subjectId: id,
          at,
        });
        const [report] = await withPledges(tx, [row]);
        if (!report) throw pledgeNotFound();
        return report;
      });
    },

    /**
     * Takes a public pledge from everybody but its author, who is mailed the reason; its open reports
     * are handled. Refuses one that is not public.
     */
    async withhold(operator: Person, id: string, reason: string): Promise<OfficePledge> {
      return transaction(db, async (tx) => {
        const { state, email, name } = await hold(tx, id);
        if (state !== 'published') {
          throw refuse(
            'Conflict',
            'この#mypledgeは、いま公開されていません。一覧を読み込み直してください。',
          );
        }
        const at = clock();
        const { pledge, version } = await change(tx, id, {
          state: 'withheld',
          withheldAt: at,
          withheldReason: reason,
        });
        await tx
          .update(pledgeReports)
          .set({ handledAt: at })
          .where(and(eq(pledgeReports.pledgeId, id), isNull(pledgeReports.handledAt)));
        const { associateName } = pledge.donation;
        const data = { name, associateName, reason };
        const dedupeKey = `pledge-withheld:${id}:${version}`;
        const { uid } = pledge.author;
        await writeMail(
          tx,
          { kind: 'pledge-withheld', dedupeKey, to: email, uid, data },
          dependencies,
        );
        await audit(tx, operator, 'pledges.withheld', id, at);
        return pledge;
      });
    },

    /** Gives a withheld pledge back to the public and tells its author. Refuses any other. */
    async showAgain(operator: Person, id: string): Promise<OfficePledge> {
      return transaction(db, async (tx) => {
        const { state, email, name } = await hold(tx, id);
        if (state !== 'withheld') {
          throw refuse(
            'Conflict',
            'この#mypledgeの公開は、止められていません。一覧を読み込み直してください。',
          );
        }
        const { pledge, version } = await change(tx, id, {
          state: 'published',
          withheldAt: null,
          withheldReason: '',
        });
        const { associateName } = pledge.donation;
        const data = { name, associateName, pledgeId: id };
        const dedupeKey = `pledge-shown-again:${id}:${version}`;
        const { uid } = pledge.author;
        await writeMail(
          tx,
          { kind: 'pledge-shown-again', dedupeKey, to: email, uid, data },
          dependencies,
        );
        await audit(tx, operator, 'pledges.shown-again', id, clock());
        return pledge;
      });
    },
  };
};

const audit = (tx: Transaction, actor: Person, action: string, subjectId: string, at: Date) =>
  writeAudit(tx, { actor, action, subjectType: 'pledge', subjectId, at });

/** A pledge's state, held until the end of the transaction, and whom to tell. */
async function hold(tx: Transaction, id: string) {
  const [row] = await tx
    .select({
      state: pledges.state,
      email: users.email,
      lastName: users.lastName,
      firstName: users.firstName,
    })
    .from(pledges)
    .innerJoin(users, eq(users.uid, pledges.uid))
    .where(eq(pledges.id, id))
    .for('update', { of: pledges });
  if (!row) throw pledgeNotFound();
  const { state, email, lastName, firstName } = row;
  return { state, email, name: `${lastName} ${firstName}`.trim() };
}

async function change(
  tx: Transaction,
  id: string,
  changes: Pick<typeof pledges.$inferInsert, 'state' | 'withheldAt' | 'withheldReason'>,
): Promise<{ pledge: OfficePledge; version: number }> {
  await tx
    .update(pledges)
    .set({ ...changes, version: sql`${pledges.version} + 1` })
    .where(eq(pledges.id, id));
  const [stored] = await readStoredPledges(tx, eq(pledges.id, id));
  if (!stored) throw pledgeNotFound();
  return { pledge: toOfficePledge(stored), version: stored.version };
}

type Stored = Awaited<ReturnType<typeof readStoredPledges>>[number];

const toOfficePledge = ({ pledge, own }: Stored): OfficePledge => ({
  ...pledge,
  state: own.state as OfficePledgeState,
  withheldReason: own.withheldReason,
});

async function withPledges(
  tx: Transaction,
  rows: readonly (typeof pledgeReports.$inferSelect)[],
): Promise<OfficePledgeReport[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ pledgeId }) => pledgeId);
  const stored = await readStoredPledges(tx, inArray(pledges.id, ids));
  const byId = new Map(stored.map((one) => [one.pledge.id, toOfficePledge(one)]));
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
