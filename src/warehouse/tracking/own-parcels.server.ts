import { and, eq } from 'drizzle-orm';
import { currentOffer } from '#giving/acceptance/acceptance.server.ts';
import type { StatusRequest } from '#giving/applications/application.ts';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import type { ApplicationState } from '#giving/applications/application-state.ts';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import { findOwn, lockOwnApplication } from '#giving/applications/own-application.server.ts';
import type { Actor } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { factsNow } from '#people/service-facts/service-facts.server.ts';
import { pickups } from '#warehouse/kits/kit-tables.server.ts';
import type { OwnParcels, PickupCancelRequest, PickupRequest, PickupWish } from './own-parcels.ts';
import { readOwnParcels } from './parcels.server.ts';
import { canAskPickup, canPrintLabel, pickupDays } from './pickup-days.ts';

type Pickup = typeof pickups.$inferSelect;

const drawingLimitMs = 10_000;

const notYours = () =>
  refuse(
    'NotFound',
    'お申し込みが見つかりませんでした。メールのリンクをもう一度お確かめください。',
  );
const arranged = () =>
  refuse(
    'Conflict',
    '集荷の手配が済んでいるため、この画面からは変えられません。お手数ですが、お問い合わせください。',
  );
const notYet = () =>
  refuse('Conflict', 'いまは集荷をお申し込みいただけません。箱の状況をお確かめください。');

const standing = (application: ApplicationRow) => ({
  state: application.state as ApplicationState,
  needsKit: application.needsKit,
});

async function lockApplication(
  { clock }: Context,
  tx: Transaction,
  actor: Actor,
  request: StatusRequest,
) {
  const own = await lockOwnApplication(tx, actor, request, clock());
  if (!own) throw notYours();
  const [pickup] = await tx
    .select()
    .from(pickups)
    .where(eq(pickups.appraisalId, own.row.appraisalId))
    .for('update');
  return { row: own.row, pickup };
}

/** Parcels on their way; undefined for another person's application. */
export async function ownParcels(
  { db, clock }: Context,
  actor: Actor,
  request: StatusRequest,
): Promise<OwnParcels | undefined> {
  const own = await findOwn(db, actor, request, clock());
  return own && view(db, own.row);
}

/** Requests a pick-up, or changes it until the carrier was asked. Idempotent. */
export async function askPickup(
  ctx: Context,
  actor: Actor,
  { pickup: wish, version, ...proof }: PickupRequest,
): Promise<OwnParcels> {
  const { db, clock } = ctx;
  const offer = await currentOffer(ctx);
  return transaction(db, async (tx) => {
    const { row, pickup } = await lockApplication(ctx, tx, actor, proof);
    if (pickup && isSame(pickup, wish)) return view(tx, row);
    if (!canAskPickup(standing(row))) throw notYet();
    if (isArranged(pickup)) throw arranged();
    if ((pickup?.version ?? 0) !== version) throw stale();
    if (wish.boxes > row.boxes) {
      throw invalid('boxes', `箱の数は、お申し込みの${row.boxes}箱までで選んでください。`);
    }
    const today = jstDay(clock());
    if (!keepsDay(pickup, wish, today) && !pickupDays(today, offer).includes(wish.day)) {
      throw invalid('day', 'この日には集荷に伺えません。一覧の日から、もう一度選んでください。');
    }
    const values = {
      ...wish,
      askedAt: clock(),
      exportedAt: null,
      exportedBy: null,
      exportedCarrier: '',
      cancelledAt: null,
      version: version + 1,
    };
    await tx
      .insert(pickups)
      .values({ appraisalId: row.appraisalId, ...values })
      .onConflictDoUpdate({ target: pickups.appraisalId, set: values });
    return view(tx, row);
  });
}

/** Cancels a pick-up until the carrier was asked. Idempotent. */
export async function cancelPickup(
  ctx: Context,
  actor: Actor,
  { version, ...proof }: PickupCancelRequest,
): Promise<OwnParcels> {
  const { db, clock } = ctx;
  return transaction(db, async (tx) => {
    const { row, pickup } = await lockApplication(ctx, tx, actor, proof);
    if (!pickup || pickup.cancelledAt) return view(tx, row);
    if (isArranged(pickup)) throw arranged();
    if (pickup.version !== version) throw stale();
    await tx
      .update(pickups)
      .set({ cancelledAt: clock(), version: version + 1 })
      .where(and(eq(pickups.appraisalId, row.appraisalId), eq(pickups.version, version)));
    return view(tx, row);
  });
}

/** Labels of a donor's own cartons as PDF; undefined for another person's application. */
export async function printOwnLabel(
  ctx: Context,
  actor: Actor,
  request: StatusRequest,
): Promise<{ bytes: Uint8Array; fileName: string } | undefined> {
  const { db, clock, threads } = ctx;
  const own = await findOwn(db, actor, request, clock());
  if (!own) return undefined;
  const { row } = own;
  if (!canPrintLabel(standing(row))) {
    throw refuse('Conflict', 'このお申し込みのラベルは、いまは印刷できません。');
  }
  const { warehouseAddress, senderName, name } = await factsNow(db, ctx);
  if (warehouseAddress === '') {
    throw refuse(
      'ServiceUnavailable',
      'お送り先の準備ができていません。お手数ですが、お問い合わせください。',
    );
  }
  const { appraisalId, boxes } = row;
  const to = { address: warehouseAddress, name: senderName || name };
  const bytes = await threads.run(
    'drawHomeLabels',
    { appraisalId, boxes, to },
    { limitMs: drawingLimitMs },
  );
  return { bytes, fileName: `label-${appraisalId}.pdf` };
}

const isArranged = (pickup: Pickup | undefined) =>
  pickup !== undefined && pickup.cancelledAt === null && pickup.exportedAt !== null;

const isSame = (pickup: Pickup, { day, slot, boxes }: PickupWish) =>
  pickup.cancelledAt === null &&
  pickup.day === day &&
  pickup.slot === slot &&
  pickup.boxes === boxes;

/** Whether only time or number of boxes change, before the day already requested. */
const keepsDay = (pickup: Pickup | undefined, { day }: PickupWish, today: string) =>
  pickup !== undefined && pickup.cancelledAt === null && pickup.day === day && day > today;

const invalid = (field: string, message: string) =>
  refuse('ValidationError', message, {
    title: formErrorTitle,
    errors: [{ path: `pickup.${field}`, message }],
  });

async function view(source: Database | Transaction, row: ApplicationRow): Promise<OwnParcels> {
  const [pickup] = await source
    .select()
    .from(pickups)
    .where(eq(pickups.appraisalId, row.appraisalId));
  const isStanding = pickup !== undefined && pickup.cancelledAt === null;
  return {
    parcels: await readOwnParcels(source, row.appraisalId),
    pickup: isStanding
      ? {
          day: pickup.day,
          slot: pickup.slot as DeliverySlot,
          boxes: pickup.boxes,
          isArranged: pickup.exportedAt !== null,
        }
      : null,
    version: pickup?.version ?? 0,
    canAskPickup: canAskPickup(standing(row)),
    canPrintLabel: canPrintLabel(standing(row)),
  };
}
