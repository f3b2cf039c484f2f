import { and, eq } from 'drizzle-orm';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import { isUnserved, type Offer } from '#giving/acceptance/acceptance.ts';
import { storedAcceptance } from '#giving/acceptance/stored-acceptance.server.ts';
import type { Actor } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { type Address, addressOf } from '#people/accounts/account.ts';
import type {
  ApplicationCorrection,
  ApplicationStatus,
  CancelRequest,
  CorrectionRequest,
  StatusRequest,
} from './application.ts';
import { type ApplicationRow, withHistory } from './application-row.server.ts';
import { type ApplicationState, canCorrect } from './application-state.ts';
import { toStatus } from './application-status.server.ts';
import { applicationEvents, applications } from './application-tables.server.ts';
import { cancelLocked, tooLate } from './cancel-on-hold.server.ts';
import { deliveryDateProblem, isDeliveryDate } from './delivery.ts';
import { mailCorrected } from './donor-mails.server.ts';
import { findOwn, lockOwnApplication } from './own-application.server.ts';

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
