import { and, eq, gt, inArray, isNull, min, sql } from 'drizzle-orm';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#giving/applications/application-row.server.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { mailPapersReturned } from '#giving/applications/donor-mails.server.ts';
import { staleWithChanges } from '#giving/applications/steps/since-then.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { exactTotal } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { readSum, readSums } from '#money/sums/kept-sums.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import {
  type AdminIdentityCheck,
  type AdminPapers,
  adminIdentityChecksPageSize,
  type WaitingIdentity,
} from './identity-check-schema.ts';
import { identityPapers } from './identity-check-tables.server.ts';
import {
  type PaperFile,
  paperFiles,
  papersOf,
  returnReason,
  reviewPapers,
} from './paper-files.server.ts';

const unreadable =
  'この書類は開けません。お預かりしたあとに鍵が変わったか、ファイルが失われています。差し戻して、もう一度お送りいただいてください。';

/** Counts the applications in each check state. */
export async function countChecks({ db }: Context): Promise<Record<WaitingIdentity, number>> {
  const sums = await readSums(db, 'identity-checks');
  const count = (state: WaitingIdentity) => sums.get(state)?.count ?? 0;
  return { submitted: count('submitted'), due: count('due'), rejected: count('rejected') };
}

/** Papers of one application's check; undefined for an unknown number. */
export async function findCheck(
  { db, clock }: Context,
  appraisalId: string,
): Promise<AdminPapers | undefined> {
  const [row] = await db
    .select({ identity: applications.identity, version: applications.version })
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId));
  if (!row) return undefined;
  const identity = row.identity as AdminPapers['identity'];
  const files = await papersOf(db, eq(identityPapers.appraisalId, appraisalId), clock());
  return {
    appraisalId,
    identity,
    papers: files.map(toPaper),
    reason: identity === 'rejected' ? await returnReason(db, appraisalId) : '',
    version: row.version,
  };
}

/** Opens one file of a paper and audits the read. Undefined if there is no such file. */
export async function openPaper(
  ctx: Context,
  operator: Person,
  id: string,
): Promise<{ bytes: Buffer; format: PaperFile['format'] } | undefined> {
  const { db, clock } = ctx;
  const [file] = isRecordId(id) ? await papersOf(db, eq(identityPapers.id, id), clock()) : [];
  if (!file) return undefined;
  const { appraisalId, kind, format } = file;
  await audit(db, operator, 'identity.read', ['application', appraisalId], {
    at: clock(),
    paper: id,
    kind,
  });
  const bytes = await paperFiles(ctx).read(id);
  if (!bytes) throw refuse('Gone', unreadable);
  return { bytes, format };
}

/**
 * Deletes the papers, mails the donor the reason and lets them send others. With a version, only if the
 * application is still at it; refuses if no papers wait.
 */
export async function returnPapers(
  ctx: Context,
  operator: Person,
  appraisalId: string,
  reason: string,
  version: number,
): Promise<void> {
  const { db, clock } = ctx;
  const ids = await transaction(db, async (tx) => {
    const at = clock();
    const [found] = await selectApplications(tx, eq(applications.appraisalId, appraisalId)).for(
      'update',
      { of: applications },
    );
    if (!found) throw notFound('申込番号のお申し込み');
    const before = toRow(found);
    if (version !== before.version) throw await staleWithChanges(tx, before, version, at);
    if (before.state !== 'appraised' || before.identity !== 'submitted') {
      throw refuse('Conflict', 'このお申し込みには、差し戻す書類がありません。');
    }
    const [returned] = await tx
      .update(applications)
      .set({ identity: 'rejected', version: before.version + 1 })
      .where(eq(applications.appraisalId, appraisalId))
      .returning();
    if (!returned) throw notFound('申込番号のお申し込み');
    const files = await reviewPapers(tx, { appraisalId, operator, at, deleteAfter: at });
    await tx.insert(applicationEvents).values({
      appraisalId,
      fromState: 'appraised',
      toState: 'appraised',
      doneBy: 'operator',
      actorUid: operator.uid,
      note: reason,
      at,
    });
    await mailPapersReturned(tx, { ...returned, targetName: before.targetName }, reason, ctx);
    await audit(tx, operator, 'identity.return', ['application', appraisalId], {
      at,
      papers: files.map(({ kind }) => kind),
    });
    return files.map(({ id }) => id);
  });
  // The sweep would do this within the hour.
  await paperFiles(ctx)
    .forget(ids)
    .catch(() => undefined);
}

type CheckSelection = { state: WaitingIdentity };
type Source = Database | Transaction;
type CheckRow = ApplicationRow & { since: Date };

/** Time from which current papers wait; without papers, the time the application was put on hold. */
const waitsSince = (at: Date) =>
  sql<Date>`coalesce((select min(p.submitted_at) from ${identityPapers} p
    where p.appraisal_id = ${applications.appraisalId}
      and p.delete_after > ${at.toISOString()}::timestamptz), ${applications.stateChangedAt})`;

/** Applications on hold in a state of the check, the longest waiting first. */
export const checkList: AuditedList<CheckSelection, CheckRow, AdminIdentityCheck> = {
  name: 'identity',
  subjectType: 'applications',
  subjectId: ({ state }) => state,
  pageSize: adminIdentityChecksPageSize,
  keys: (_selection, at) => [
    { by: waitsSince(at), direction: 'asc', type: 'timestamptz' },
    { by: applications.appraisalId, direction: 'asc', type: 'text' },
  ],
  valuesOf: (row) => [row.since.getTime(), row.appraisalId],
  idOf: (row) => row.appraisalId,
  async read(db, { state }, part, at) {
    const which = and(
      eq(applications.state, 'appraised'),
      eq(applications.identity, state),
      part.where,
    );
    const rows = (
      await selectApplications(db, which)
        .orderBy(...part.orderBy)
        .limit(part.limit)
    ).map(toRow);
    const firstPapers = await firstSubmissions(db, rows, at);
    return rows.map((row) => ({
      ...row,
      since: firstPapers.get(row.appraisalId) ?? row.stateChangedAt,
    }));
  },
  total: async (db, { state }) => exactTotal((await readSum(db, 'identity-checks', state)).count),
  async toItems(db, rows, at) {
    const ids = rows.map(({ appraisalId }) => appraisalId);
    const amountOf = await amounts(db, ids);
    const currentPapers = await papersOf(db, inArray(identityPapers.appraisalId, ids), at);
    const papersBy = Map.groupBy(currentPapers, ({ appraisalId }) => appraisalId);
    return rows.map((row) => ({
      appraisalId: row.appraisalId,
      name: `${row.lastName} ${row.firstName}`,
      targetName: row.targetName,
      amountYen: amountOf.get(row.appraisalId) ?? 0,
      identity: row.identity as WaitingIdentity,
      papers: [...new Set(papersBy.get(row.appraisalId)?.map(({ kind }) => kind) ?? [])],
      since: toTimestamp(row.since),
    }));
  },
};

async function firstSubmissions(
  db: Source,
  rows: readonly ApplicationRow[],
  at: Date,
): Promise<Map<string, Date>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ appraisalId }) => appraisalId);
  const found = await db
    .select({
      appraisalId: identityPapers.appraisalId,
      first: min(identityPapers.submittedAt),
    })
    .from(identityPapers)
    .where(and(inArray(identityPapers.appraisalId, ids), gt(identityPapers.deleteAfter, at)))
    .groupBy(identityPapers.appraisalId);
  return new Map(found.flatMap(({ appraisalId, first }) => (first ? [[appraisalId, first]] : [])));
}

async function amounts(tx: Database | Transaction, ids: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ appraisalId: appraisals.appraisalId, donationYen: appraisals.donationYen })
    .from(appraisals)
    .where(and(inArray(appraisals.appraisalId, ids), isNull(appraisals.reversedAt)));
  return new Map(rows.map(({ appraisalId, donationYen }) => [appraisalId, donationYen]));
}

const toPaper = ({ id, kind, format, submittedAt, reviewedAt }: PaperFile) => ({
  id,
  kind,
  format,
  submittedAt: toTimestamp(submittedAt),
  reviewedAt: reviewedAt && toTimestamp(reviewedAt),
});
