import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import { isUnserved, type Offer } from '#giving/acceptance/acceptance.ts';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import type { Actor, Person } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { type Address, addressOf } from '#people/accounts/account.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import {
  type ApplicationCorrection,
  type ApplicationStatus,
  type CancelByEmail,
  type Cancelled,
  type CancelRequest,
  type ClaimLink,
  type ClaimLinkRequest,
  type CorrectionRequest,
  type StatusRequest,
  visitorUid,
} from './application.ts';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
  withHistory,
} from './application-row.server.ts';
import {
  type ApplicationStage,
  type ApplicationState,
  canCorrect,
  cancellable,
  statesOf,
} from './application-state.ts';
import { toStatus } from './application-status.server.ts';
import { applicationEvents, applications } from './application-tables.server.ts';
import { isValidToken, noSuchClaim } from './application-tokens.server.ts';
import type { Submit } from './apply.server.ts';
import { deliveryDateProblem, isDeliveryDate } from './delivery.ts';
import { mailCorrected } from './donor-mails.server.ts';
import { cancelLocked, tooLate } from './move-application.server.ts';
import { findOwn, lockOwnApplication } from './own-application.server.ts';

type OwnSelection = {
  /** Only those in this stage. */
  stage?: ApplicationStage | undefined;
  /** Only these numbers; others' look absent. */
  numbers?: readonly string[] | undefined;
  /** Number of the last one seen. */
  cursor?: string | undefined;
  limit: number;
};

/** The donor's applications, newest first, after `cursor`; `total` counts the whole selection. */
export async function ownApplications(
  ctx: Context,
  { uid }: Pick<Person, 'uid'>,
  { stage, numbers, cursor, limit }: OwnSelection,
): Promise<{ applications: ApplicationStatus[]; total: number }> {
  const { db, clock } = ctx;
  const selected = and(
    eq(applications.uid, uid),
    stage && inArray(applications.state, statesOf(stage)),
    numbers && inArray(applications.appraisalId, [...numbers]),
  );
  const rows = await selectApplications(db, and(selected, cursor ? before(cursor, uid) : undefined))
    .orderBy(desc(applications.createdAt), desc(applications.appraisalId))
    .limit(limit);
  const [counted] = await db.select({ total: count() }).from(applications).where(selected);
  const { promisedDays } = await storedAcceptance(db, jstDay(clock()));
  const whole = await withHistory(db, rows.map(toRow));
  return {
    applications: whole.map((one) => toStatus(one, promisedDays, pictureLinks(ctx).signed)),
    total: counted?.total ?? 0,
  };
}

/**
 * Application of a mailed claim link, for its holder and, once claimed, for its owner. Refuses a link that is
 * guessed, used or expired.
 */
export async function claimLink(
  { db, clock }: Context,
  actor: Actor,
  { appraisalId, claimToken: token }: ClaimLinkRequest,
): Promise<ClaimLink> {
  const [found] = await selectApplications(db, eq(applications.appraisalId, appraisalId));
  const isHolder = await isValidToken(db, { appraisalId, token }, 'claim', clock());
  if (!found) throw noSuchClaim();
  const { uid, targetName, email, createdAt } = toRow(found);
  const isYours = actor.kind === 'person' && actor.uid === uid;
  const isOpen = uid === null && isHolder;
  if (!isYours && !isOpen) throw noSuchClaim();
  return { appraisalId, targetName, email, createdAt: toTimestamp(createdAt), isYours };
}

/** Older than the donor's application `cursor`; a foreign one counts as absent and ends the list. */
const before = (cursor: string, uid: string): SQL =>
  sql`(${applications.createdAt}, ${applications.appraisalId}) < (select c.created_at, c.appraisal_id from ${applications} c where c.appraisal_id = ${cursor} and c.uid = ${uid})`;

/**
 * One refusal for everything that cannot be cancelled: an unknown number, another e-mail, a kit on its way, already
 * cancelled.
 */
const nothingToCancel = () =>
  refuse(
    'NotFound',
    'この申込番号とメールアドレスで取り消せるお申し込みは、見つかりませんでした。受付のメールをご覧になり、もう一度ご入力ください。箱の発送が始まったお申し込みと、すでに取り消されたお申し込みは、この画面では取り消せません。',
  );

/**
 * Cancels by number and e-mail, once per key. The number is public (docs/product.md, Ways to give): so every try is
 * counted, by address and by number, and all failures look alike.
 */
export async function cancelByEmail(
  ctx: Context,
  actor: Actor,
  { address, key }: Submit,
  body: CancelByEmail,
): Promise<Cancelled> {
  const { db, clock } = ctx;
  const { appraisalId, email } = body;
  await countTry(attempts(ctx), [
    ['cancelling by address', countedAddress(address)],
    ['cancelling by number', appraisalId],
  ]);
  const sender = actor.kind === 'person' ? actor.uid : visitorUid;
  const attempt = { actor: sender, key, route: 'POST /api/applications/cancel-by-email', body };
  return withIdempotencyKey(db, attempt, clock(), async (tx) => {
    const [found] = await selectApplications(
      tx,
      and(
        eq(applications.appraisalId, appraisalId),
        eq(applications.email, email),
        inArray(applications.state, [...cancellable]),
      ),
    ).for('update', { of: applications });
    if (!found) throw nothingToCancel();
    const row = toRow(found);
    const doer = { doneBy: 'guest', actorUid: null } as const;
    // A visitor with only the number has seen no version.
    const { version } = row;
    const cancelled = await cancelLocked(tx, row, doer, { ...ctx, version });
    return { appraisalId, cancelledAt: toTimestamp(cancelled.stateChangedAt) };
  });
}

const notYours = () =>
  refuse(
    'NotFound',
    'お申し込みが見つかりませんでした。メールのリンクをもう一度お確かめください。',
  );

async function statusOf(ctx: Context, tx: Database | Transaction, row: ApplicationRow) {
  const { clock } = ctx;
  const [whole] = await withHistory(tx, [row]);
  if (!whole) throw notYours();
  const { promisedDays } = await storedAcceptance(tx, jstDay(clock()));
  return toStatus(whole, promisedDays, pictureLinks(ctx).signed);
}

/** Reads the actor's application and locks it until the end of the transaction. */
async function lockOwn({ clock }: Context, tx: Transaction, actor: Actor, request: StatusRequest) {
  const own = await lockOwnApplication(tx, actor, request, clock());
  if (!own) throw notYours();
  return own;
}

/** An application of the actor, by sign-in or mailed token; undefined for others. */
export async function applicationStatus(
  ctx: Context,
  actor: Actor,
  request: StatusRequest,
): Promise<ApplicationStatus | undefined> {
  const { db, clock } = ctx;
  const own = await findOwn(db, actor, request, clock());
  return own && statusOf(ctx, db, own.row);
}

/**
 * Edits address and date until the kit leaves, based on the version seen. An unchanged date or place may stay even
 * if it is no longer offered.
 */
export async function correctApplication(
  ctx: Context,
  actor: Actor,
  { correction, ...request }: CorrectionRequest,
  version: number | undefined,
): Promise<ApplicationStatus> {
  const { db, clock } = ctx;
  const offer = await currentOffer(ctx);
  return transaction(db, async (tx) => {
    const { row, doer } = await lockOwn(ctx, tx, actor, request);
    if (!canCorrect(row.state as ApplicationState)) throw tooLate();
    if (version !== row.version) throw stale();
    if (!changes(row, correction)) return statusOf(ctx, tx, row);
    const at = clock();
    demandAccepted(row, correction, offer, jstDay(at));
    const [corrected] = await tx
      .update(applications)
      .set({
        ...addressOf(correction.applicantAddress),
        ...(row.needsKit && {
          deliveryDate: correction.deliveryDate || null,
          deliverySlot: correction.deliverySlot,
        }),
        version: row.version + 1,
      })
      .where(
        and(eq(applications.appraisalId, row.appraisalId), eq(applications.version, row.version)),
      )
      .returning();
    if (!corrected) throw stale();
    const { appraisalId, state } = row;
    await tx
      .insert(applicationEvents)
      .values({ appraisalId, fromState: state, toState: state, ...doer, at });
    const after = { ...corrected, targetName: row.targetName };
    await mailCorrected(tx, after, ctx);
    return statusOf(ctx, tx, after);
  });
}

/** Cancels the version seen, until the kit leaves; idempotent. */
export async function cancelApplication(
  ctx: Context,
  actor: Actor,
  request: CancelRequest,
  version: number | undefined,
): Promise<ApplicationStatus> {
  const { db } = ctx;
  return transaction(db, async (tx) => {
    const { row, doer } = await lockOwn(ctx, tx, actor, request);
    return statusOf(ctx, tx, await cancelLocked(tx, row, doer, { ...ctx, version }));
  });
}

function changes(row: ApplicationRow, correction: ApplicationCorrection): boolean {
  const { deliveryDate, deliverySlot } = correction;
  const address = addressOf(correction.applicantAddress);
  return (
    (row.needsKit && (row.deliveryDate ?? '') !== deliveryDate) ||
    (row.needsKit && row.deliverySlot !== deliverySlot) ||
    Object.entries(address).some(([field, value]) => row[field as keyof Address] !== value)
  );
}

function demandAccepted(
  row: ApplicationRow,
  { deliveryDate, applicantAddress }: ApplicationCorrection,
  offer: Offer,
  today: string,
) {
  const isSameDate = !row.needsKit || deliveryDate === (row.deliveryDate ?? '');
  if (!isSameDate && !isDeliveryDate(deliveryDate, today, offer)) {
    throw invalid('deliveryDate', deliveryDateProblem(today, offer));
  }
  if (isUnserved(offer, applicantAddress) && !isUnserved(offer, row)) {
    throw invalid('applicantAddress.prefecture', offer.unservedMessage);
  }
}

const invalid = (field: string, message: string) =>
  refuse('ValidationError', message, {
    title: formErrorTitle,
    errors: [{ path: `correction.${field}`, message }],
  });
