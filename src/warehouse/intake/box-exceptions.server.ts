import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { permissions } from '#kit/permissions/permissions.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { joinedPersonName } from '#people/accounts/person-name.server.ts';
import { refreshArrival } from '#warehouse/results/waiting/refresh-arrivals.server.ts';
import { applyExceptionOutcome } from '#warehouse/tracking/parcel-trouble.server.ts';
import {
  type BoxException,
  type BoxExceptionDraft,
  type BoxExceptionEdit,
  type Colleague,
  type NewBoxException,
  troubleOfKind,
} from './box-exception.ts';
import { requirePictures, selectExceptions, toException } from './exception-rows.server.ts';
import { boxExceptions, scans } from './intake-tables.server.ts';

/** Colleagues offered as a choice. */
const mostColleagues = 200;

const wrong = (path: string, message: string) =>
  refuse('ValidationError', message, { errors: [{ path, message }] });

const onlyByParcel =
  '運送中の箱の種類とお申し込みは、「送り状番号の取り込み」の画面で、箱の状態から直してください。';
const needsReason = () =>
  wrong('endingReason', `終えてから${takeBackMinutes}分を過ぎています。直す理由を書いてください。`);

const mayReceive = inArray(users.role, [...permissions['boxes.receive'].roles]);

/** Returns an exception as stored, and audits what was done. */
async function auditAndReturn(
  ctx: Context,
  tx: Transaction,
  person: Person,
  verb: string,
  id: string,
  details: Record<string, unknown> = {},
): Promise<BoxException> {
  const [row] = await selectExceptions(tx).where(eq(boxExceptions.id, id));
  if (!row) throw notFound('保留');
  const at = ctx.clock();
  await audit(tx, person, `box-exceptions.${verb}`, ['box-exception', id], { at, ...details });
  return toException(row, at, pictureLinks(ctx).signed);
}

/** An exception, audited. */
export const readException = (ctx: Context, person: Person, id: string): Promise<BoxException> =>
  transaction(ctx.db, (tx) => auditAndReturn(ctx, tx, person, 'read', id));

/** Records a box on the exception shelf, once per key and once per scan. */
export async function addException(
  ctx: Context,
  person: Person,
  key: string | undefined,
  body: NewBoxException,
): Promise<BoxException> {
  const attempt = { actor: person.uid, key, route: 'POST /api/office/intake/exceptions', body };
  return withIdempotencyKey(ctx.db, attempt, ctx.clock(), async (tx) => {
    const content = await checked(tx, body.exception);
    if (troubleOfKind(content.kind)) throw wrong('kind', onlyByParcel);
    const scan = body.scanId === null ? undefined : await scanOf(tx, body.scanId);
    const id = randomUUID();
    const at = ctx.clock();
    const [row] = await tx
      .insert(boxExceptions)
      .values({
        ...content,
        ...endingOf(body.exception, person, at),
        id,
        scanId: scan?.id ?? null,
        boxNumber: scan?.boxNumber ?? null,
        createdBy: person.uid,
        createdAt: at,
        changedBy: person.uid,
        changedAt: at,
      })
      .onConflictDoNothing()
      .returning({ id: boxExceptions.id });
    if (!row) throw refuse('Conflict', 'この箱は、もう保留の棚にあります。');
    if (content.appraisalId) await refreshArrival(tx, content.appraisalId);
    return auditAndReturn(ctx, tx, person, 'create', id);
  });
}

/** Edits an exception. Correcting how it ended needs a reason after ten minutes, like an undo. */
export async function editException(
  ctx: Context,
  person: Person,
  { id, version }: { id: string; version: number },
  { endingReason, ...draft }: BoxExceptionEdit,
): Promise<BoxException> {
  return transaction(ctx.db, async (tx) => {
    const [before] = await tx
      .select()
      .from(boxExceptions)
      .where(eq(boxExceptions.id, id))
      .for('update');
    if (!before) throw notFound('保留');
    if (before.version !== version) throw stale();
    const content = await checked(tx, draft, before.ownerUid);
    const trouble = troubleOfKind(before.kind);
    const isMoved = content.kind !== before.kind || content.appraisalId !== before.appraisalId;
    if ((trouble && isMoved) || troubleOfKind(content.kind) !== trouble) {
      throw wrong('kind', onlyByParcel);
    }
    const at = ctx.clock();
    const isEndedAsBefore = (before.ending ?? '') === draft.ending;
    const isSetRight = before.endedAt !== null && !isEndedAsBefore;
    const untilMs = (before.endedAt?.getTime() ?? 0) + takeBackMinutes * 60_000;
    if (isSetRight && endingReason === '' && at.getTime() > untilMs) throw needsReason();
    await tx
      .update(boxExceptions)
      .set({
        ...content,
        ...(isEndedAsBefore ? {} : endingOf(draft, person, at)),
        changedBy: person.uid,
        changedAt: at,
        version: sql`${boxExceptions.version} + 1`,
      })
      .where(eq(boxExceptions.id, id));
    if (trouble && !isEndedAsBefore) {
      await applyExceptionOutcome(tx, before, { state: trouble, ending: draft.ending }, ctx);
    }
    for (const one of new Set([before.appraisalId, content.appraisalId])) {
      if (one) await refreshArrival(tx, one);
    }
    const setRight = { from: before.ending, to: draft.ending, reason: endingReason };
    return auditAndReturn(ctx, tx, person, 'change', id, isSetRight ? setRight : {});
  });
}

/** People who may handle an exception. */
export async function readColleagues({ db }: Context): Promise<Colleague[]> {
  return db
    .select({ uid: users.uid, name: joinedPersonName })
    .from(users)
    .where(mayReceive)
    .orderBy(asc(users.lastNameKana), asc(users.firstNameKana), asc(users.uid))
    .limit(mostColleagues);
}

/** Validates that everything a draft refers to exists. */
async function checked(tx: Transaction, draft: BoxExceptionDraft, ownerBefore?: string) {
  const appraisalId = parseAppraisalId(draft.appraisalId) ?? null;
  const isKnown =
    appraisalId === null ||
    (await tx.$count(applications, eq(applications.appraisalId, appraisalId))) > 0;
  if (!isKnown) {
    throw wrong('appraisalId', 'この申込番号のお申し込みは見つかりませんでした。');
  }
  const isColleague =
    draft.ownerUid === ownerBefore ||
    (await tx.$count(users, and(eq(users.uid, draft.ownerUid), mayReceive))) > 0;
  if (!isColleague) throw wrong('ownerUid', '担当者を一覧から選んでください。');
  await requirePictures(tx, draft.imageIds);
  const { kind, place, reason, imageIds, ownerUid, dueOn, endingNote } = draft;
  return { appraisalId, kind, place, reason, imageIds, ownerUid, dueOn, endingNote };
}

const endingOf = ({ ending }: BoxExceptionDraft, person: Person, at: Date) =>
  ending === ''
    ? { state: 'open', ending: null, endedBy: null, endedAt: null }
    : { state: 'ended', ending, endedBy: person.uid, endedAt: at };

async function scanOf(tx: Transaction, id: string) {
  const [scan] = await tx
    .select({ id: scans.id, boxNumber: scans.boxNumber })
    .from(scans)
    .where(eq(scans.id, id));
  if (!scan) throw notFound('受付の記録');
  return scan;
}
