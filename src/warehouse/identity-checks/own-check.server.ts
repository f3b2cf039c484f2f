import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { StatusRequest } from '#giving/applications/application.ts';
import { visitorUid } from '#giving/applications/application.ts';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import { mayDonate } from '#giving/applications/application-state.ts';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { findOwn, lockOwnApplication } from '#giving/applications/own-application.server.ts';
import type { Actor } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { type Refusal, refusalOf, refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { concurrencyGate } from '#kit/images/gate.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { retentionDays } from '#people/legal/retention-days.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { type CleanPaper, cleanPaper } from './clean-paper.server.ts';
import type { PaperKind } from './identity-check.ts';
import type { IdentityCheckStatus, PapersRequest } from './identity-check-schema.ts';
import { identityPapers } from './identity-check-tables.server.ts';
import { paperFiles, papersOf, returnReason } from './paper-files.server.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Encoding competes with page requests for processor time. */
const inTurn = concurrencyGate({ running: 1, waiting: 12 });

export type SentPapers = {
  request: PapersRequest;
  /** Files of the papers, in order. */
  files: readonly Buffer[];
  /** Idempotency key of the attempt. */
  key: string | undefined;
};

const notYours = () =>
  refuse(
    'NotFound',
    'お申し込みが見つかりませんでした。メールのリンクをもう一度お確かめください。',
  );

async function statusOf(
  { clock }: Context,
  tx: Database | Transaction,
  row: ApplicationRow,
): Promise<IdentityCheckStatus> {
  const { appraisalId, targetName } = row;
  const [result] = await tx
    .select({ donationYen: appraisals.donationYen })
    .from(appraisals)
    .where(and(eq(appraisals.appraisalId, appraisalId), isNull(appraisals.reversedAt)));
  const amountYen = result?.donationYen ?? null;
  const identity = row.identity as IdentityCheckStatus['identity'];
  const kind = row.kind as 'direct' | 'fund';
  const isOnHold =
    row.state === 'appraised' && !mayDonate({ kind, identity, amountYen: amountYen ?? 0 });
  const currentPapers = await papersOf(tx, eq(identityPapers.appraisalId, appraisalId), clock());
  return {
    appraisalId,
    targetName,
    amountYen,
    // An application that ended, or went on without a check, needs no papers.
    identity: isOnHold || identity === 'approved' ? identity : 'not-needed',
    canSend: isOnHold && (identity === 'due' || identity === 'rejected'),
    papers: withoutBacks(currentPapers).map(({ kind: paper, submittedAt }) => ({
      kind: paper,
      submittedAt: toTimestamp(submittedAt),
    })),
    reason: isOnHold && identity === 'rejected' ? await returnReason(tx, appraisalId) : '',
  };
}

async function clean(_: Context, { request, files }: SentPapers) {
  const sides = request.papers.flatMap(({ kind, files: count }, paper) =>
    Array.from({ length: count }, (_, side) => ({ kind, paper, side })),
  );
  if (sides.length !== files.length) {
    throw refuse('ValidationError', '書類のファイルの数が合いません。もう一度お送りください。');
  }
  const cleaned: (CleanPaper & { kind: PaperKind })[] = [];
  for (const [index, { kind, paper, side }] of sides.entries()) {
    const bytes = files[index] ?? Buffer.alloc(0);
    const path = `papers.${paper}.${side === 0 ? 'front' : 'back'}`;
    const one = await inTurn(() => cleanPaper(bytes)).catch((error: unknown) => {
      throw atField(error, path);
    });
    cleaned.push({ ...one, kind });
  }
  return cleaned;
}

async function submit(
  ctx: Context,
  tx: Transaction,
  actor: Actor,
  request: PapersRequest,
  ids: string[],
) {
  const { clock } = ctx;
  const at = clock();
  const own = await lockOwnApplication(tx, actor, request, at);
  if (!own) throw notYours();
  await refuseUnlessDue(await statusOf(ctx, tx, own.row));
  const { appraisalId } = request;
  await tx
    .update(identityPapers)
    .set({ deleteAfter: new Date(at.getTime() + retentionDays.waitingPaper * dayMs) })
    .where(inArray(identityPapers.id, ids));
  const [row] = await tx
    .update(applications)
    .set({ identity: 'submitted', version: sql`${applications.version} + 1` })
    .where(eq(applications.appraisalId, appraisalId))
    .returning();
  if (!row) throw notYours();
  await tx.insert(applicationEvents).values({
    appraisalId,
    fromState: 'appraised',
    toState: 'appraised',
    ...own.doer,
    at,
  });
  return statusOf(ctx, tx, { ...row, targetName: own.row.targetName });
}

/** State of the check of the actor's own application; undefined for another person's. */
export async function identityStatus(
  ctx: Context,
  actor: Actor,
  request: StatusRequest,
): Promise<IdentityCheckStatus | undefined> {
  const { db, clock } = ctx;
  const found = await findOwn(db, actor, request, clock());
  return found && statusOf(ctx, db, found.row);
}

/**
 * Stores the two papers of an application on hold, once per key, for the operator to read. Refuses if no papers
 * are due or a file is neither a picture nor a PDF.
 */
export async function sendPapers(
  ctx: Context,
  actor: Actor,
  sent: SentPapers,
): Promise<IdentityCheckStatus> {
  const { db, clock } = ctx;
  const { request, key } = sent;
  const { appraisalId } = request;
  const found = await findOwn(db, actor, request, clock());
  if (!found) throw notYours();
  // Papers already sent may be a retry, which the key detects.
  if (found.row.identity !== 'submitted') await refuseUnlessDue(await statusOf(ctx, db, found.row));
  const ids = await paperFiles(ctx).keep(appraisalId, await clean(ctx, sent));
  const attempt = {
    actor: actor.kind === 'person' ? actor.uid : visitorUid,
    key,
    route: 'POST /api/applications/identity-papers',
    body: { appraisalId, papers: request.papers, files: sent.files.map(hashOf) },
  };
  try {
    return await withIdempotencyKey(db, attempt, clock(), (tx) =>
      submit(ctx, tx, actor, request, ids),
    );
  } finally {
    // Files of a failed or repeated attempt are deleted at once.
    await paperFiles(ctx)
      .forget(ids)
      .catch((error: unknown) =>
        console.warn('papers are removed later:', loggedError(error as Error).message),
      );
  }
}

async function refuseUnlessDue({ canSend, identity }: IdentityCheckStatus) {
  if (canSend) return;
  throw refuse(
    'Conflict',
    identity === 'submitted'
      ? '書類はすでにお預かりしています。確認が済むまで、少しお待ちください。'
      : 'このお申し込みには、本人確認の書類は必要ありません。',
  );
}

/** The first file of each paper, in order. */
const withoutBacks = <Paper extends { kind: PaperKind }>(files: readonly Paper[]): Paper[] =>
  files.filter(({ kind }, index) => files.findIndex((one) => one.kind === kind) === index);

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');

/** Attaches the refusal of a file to its form field. */
function atField(error: unknown, path: string): unknown {
  const refusal: Refusal | undefined = refusalOf(error);
  if (!refusal || !['ValidationError', 'PayloadTooLarge'].includes(refusal.type)) return error;
  const { message } = refusal;
  return refuse('ValidationError', message, {
    title: formErrorTitle,
    errors: [{ path, message }],
  });
}
