import { and, asc, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueTokens } from '#giving/applications/application-tokens.server.ts';
import { type DeliverySlot, deliverySlotLabels } from '#giving/applications/delivery.ts';
import { envelope } from '#giving/applications/donor-mails.server.ts';
import { lockApplications } from '#giving/applications/steps/take-step.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { pickups } from '#warehouse/kits/kit-tables.server.ts';
import type { PickupCarrier } from './out-box.ts';
import { unwriteArranged } from './parcels.server.ts';
import { type PickupRow, selectPickups, takeBackUntil } from './pickup-list.server.ts';

type Pickup = typeof pickups.$inferSelect;
type Mailing = Pick<Context, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

async function mailDataOf(tx: Transaction, all: readonly Pickup[], dependencies: Mailing) {
  const ids = all.map(({ appraisalId }) => appraisalId);
  const found = await selectApplications(tx, inArray(applications.appraisalId, ids));
  // An erased donor has no address.
  const rows = found.map(toRow).filter(({ email }) => email !== '');
  await issueTokens(tx, dependencies, 'status', rows);
  const rowOf = new Map(rows.map((row) => [row.appraisalId, row]));
  return all.flatMap((pickup) => {
    const row = rowOf.get(pickup.appraisalId);
    if (!row) return [];
    const { data, ...to } = envelope(row, dependencies);
    const { day, slot, boxes } = pickup;
    return [{ pickup, ...to, data: { ...data, day, slot: slot as DeliverySlot, boxes } }];
  });
}

const keyOf = ({ appraisalId, version }: Pickup) => `${appraisalId}:${version}`;

/** Mails donors when their boxes are fetched, once per arrangement, after an undo could no longer go unnoticed. */
async function mailArranged(
  tx: Transaction,
  arranged: readonly Pickup[],
  dependencies: Mailing,
): Promise<void> {
  if (arranged.length === 0) return;
  const mails = (await mailDataOf(tx, arranged, dependencies)).map(({ pickup, data, ...to }) => ({
    ...to,
    kind: 'pickup-arranged' as const,
    dedupeKey: `pickup-arranged:${keyOf(pickup)}`,
    waitsMinutes: dependencies.mailDelayMinutes,
    data: { ...data, carrier: pickup.exportedCarrier as PickupCarrier | '' },
  }));
  await writeMails(tx, mails, dependencies);
}

/** For an undone arrangement: deletes its unsent mail, or else mails the donor that it no longer holds. */
async function mailPickupTakenBack(
  tx: Transaction,
  pickup: Pickup,
  dependencies: Mailing,
): Promise<void> {
  if (await unwriteArranged(tx, pickup)) return;
  const told = and(
    eq(outboxMails.appraisalId, pickup.appraisalId),
    eq(outboxMails.dedupeKey, `pickup-arranged:${keyOf(pickup)}`),
  );
  if ((await tx.$count(outboxMails, told)) === 0) return;
  const mails = (await mailDataOf(tx, [pickup], dependencies)).map(({ data, ...to }) => ({
    ...to,
    kind: 'pickup-taken-back' as const,
    dedupeKey: `pickup-taken-back:${keyOf(pickup)}`,
    data,
  }));
  await writeMails(tx, mails, dependencies);
}

type SeenPickup = { appraisalId: string; version: number };
type ArrangeInput = { operator: Person; carrier: PickupCarrier | ''; at: Date };

/** More than any carrier fetches in a day. */
const mostPickups = 1_000;

/** Locks pick-ups until the transaction ends; their applications first, as donors' own changes do. */
export async function lockPickups(tx: Transaction, which: SQL | undefined): Promise<PickupRow[]> {
  const candidates = await selectPickups(tx)
    .where(which)
    .orderBy(asc(pickups.appraisalId))
    .limit(mostPickups);
  const ids = candidates.map(({ pickup }) => pickup.appraisalId);
  await lockApplications(tx, inArray(applications.appraisalId, ids));
  return selectPickups(tx)
    .where(and(which, inArray(pickups.appraisalId, ids)))
    .orderBy(asc(pickups.appraisalId))
    .for('update', { of: pickups });
}

/** Marks locked pick-ups as arranged, and notifies their donors once an undo could no longer go unnoticed. */
export async function arrange(
  tx: Transaction,
  ids: readonly string[],
  { operator, carrier, at }: ArrangeInput,
  ctx: Context,
): Promise<void> {
  const arrangedRows = await tx
    .update(pickups)
    .set({ exportedAt: at, exportedBy: operator.uid, exportedCarrier: carrier })
    .where(
      and(
        inArray(pickups.appraisalId, [...ids]),
        isNull(pickups.exportedAt),
        isNull(pickups.cancelledAt),
      ),
    )
    .returning();
  await mailArranged(tx, arrangedRows, ctx);
}

/**
 * Records that a pick-up was arranged by other means, such as a handwritten slip. Idempotent. Refuses a stale
 * version and names the donor's current day.
 */
export function arrangePickup(
  ctx: Context,
  operator: Person,
  { appraisalId, version }: SeenPickup,
): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const [found] = await lockPickups(tx, eq(pickups.appraisalId, appraisalId));
    if (!found) throw notFound('集荷のお申し込み');
    const { pickup, application } = found;
    if (pickup.cancelledAt || application.state === 'cancelled') {
      throw refuse('Conflict', `${appraisalId}の集荷は、お申し込みの方が取り消しています。`);
    }
    if (pickup.exportedAt) return;
    if (pickup.version !== version) throw changedMeanwhile(pickup);
    const at = ctx.clock();
    await arrange(tx, [appraisalId], { operator, carrier: '', at }, ctx);
    await audit(tx, operator, 'pickups.move', ['application', appraisalId], { at });
  });
}

/**
 * Undoes an arrangement, after ten minutes with a reason: the donor can change or cancel the pick-up again.
 * Donors who were notified of the arrangement are notified of that too. Idempotent.
 */
export function takeBackPickup(
  ctx: Context,
  operator: Person,
  { appraisalId, version, reason }: SeenPickup & { reason: string },
): Promise<void> {
  return transaction(ctx.db, async (tx) => {
    const [found] = await lockPickups(tx, eq(pickups.appraisalId, appraisalId));
    if (!found) throw notFound('集荷のお申し込み');
    const { pickup, application } = found;
    const { exportedAt } = pickup;
    if (exportedAt === null && pickup.version === version + 1) return;
    const isAwaited = application.state === 'applied' || application.state === 'kit-sent';
    if (exportedAt === null || pickup.version !== version || !isAwaited) {
      throw changedSince(appraisalId);
    }
    const at = ctx.clock();
    if (reason === '' && at > takeBackUntil(exportedAt)) throw needsReason();
    await tx
      .update(pickups)
      .set({ exportedAt: null, exportedBy: null, exportedCarrier: '', version: version + 1 })
      .where(eq(pickups.appraisalId, appraisalId));
    await mailPickupTakenBack(tx, pickup, ctx);
    await audit(tx, operator, 'pickups.withdraw', ['application', appraisalId], {
      at,
      carrier: pickup.exportedCarrier,
      reason,
    });
  });
}

const changedSince = (appraisalId: string) =>
  refuse(
    'Conflict',
    `${appraisalId}の集荷やお申し込みは、この画面を開いたあとに変わっています。何も変えていません。`,
  );
const needsReason = () =>
  refuse('ValidationError', '手配から10分を過ぎています。取り消す理由を書いてください。', {
    errors: [{ path: 'reason', message: '理由を入力してください。' }],
  });

function changedMeanwhile(pickup: PickupRow['pickup']) {
  const slot = deliverySlotLabels[pickup.slot as DeliverySlot];
  return refuse(
    'Conflict',
    `${pickup.appraisalId}の集荷は、お申し込みの方が${formatDate(pickup.day)}（${slot}）、${pickup.boxes}箱に変えています。手配済みにしていません。`,
  );
}
