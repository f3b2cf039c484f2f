import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { DeliverySlot } from '#domain/applications/delivery.ts';
import { takeBackMinutes } from '#domain/applications/take-back.ts';
import { type AdminPickup, outBoxPageSize } from '#domain/tracking/out-box.ts';
import { wholeAddress } from '#domain/values/postal/written-address.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { AuditedList } from '#server/audit/audited-list.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { boundedTotal, countedAtMost } from '#server/db/keyset.ts';
import { applications } from '#server/db/schema/applications.ts';
import { pickups } from '#server/db/schema/warehouse/kits.ts';

export type PickupSelection = { state: 'open' | 'arranged'; day?: string | undefined };

/** Condition for pick-ups not cancelled, whose boxes are still expected. */
export const selectedPickups = ({ state, day }: PickupSelection): SQL | undefined =>
  and(
    isNull(pickups.cancelledAt),
    (state === 'open' ? isNull : isNotNull)(pickups.exportedAt),
    day === undefined ? undefined : eq(pickups.day, day),
    inArray(applications.state, ['applied', 'kit-sent']),
  );

export const selectPickups = (source: Database | Transaction) =>
  source
    .select({ pickup: pickups, application: applications })
    .from(pickups)
    .innerJoin(applications, eq(applications.appraisalId, pickups.appraisalId))
    .$dynamic();
export type PickupRow = Awaited<ReturnType<typeof selectPickups>>[number];

/** Until this an arrangement is undone without a reason; its mail waits as long. */
export const takeBackUntil = (exportedAt: Date): Date =>
  new Date(exportedAt.getTime() + takeBackMinutes * 60_000);

export const pickupList: AuditedList<PickupSelection, PickupRow, AdminPickup> = {
  name: 'pickups',
  subjectType: 'pickups',
  subjectId: ({ state, day }) => day ?? state,
  pageSize: outBoxPageSize,
  keys: () => [
    { by: pickups.day, direction: 'asc', type: 'date' },
    { by: pickups.appraisalId, direction: 'asc', type: 'text' },
  ],
  valuesOf: ({ pickup }) => [pickup.day, pickup.appraisalId],
  idOf: ({ pickup }) => pickup.appraisalId,
  read: (db, selection, part) =>
    selectPickups(db)
      .where(and(selectedPickups(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  async total(db, selection) {
    const some = selectPickups(db)
      .where(selectedPickups(selection))
      .limit(countedAtMost + 1);
    return boundedTotal((await some).length);
  },
  toItems: (_db, rows) =>
    rows.map(({ pickup, application }) => ({
      appraisalId: pickup.appraisalId,
      day: pickup.day,
      slot: pickup.slot as DeliverySlot,
      boxes: pickup.boxes,
      name: `${application.lastName} ${application.firstName}`,
      tel: application.tel,
      address: wholeAddress(application),
      isArranged: pickup.exportedAt !== null,
      takeBackUntil: pickup.exportedAt && toTimestamp(takeBackUntil(pickup.exportedAt)),
      version: pickup.version,
    })),
};
