import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import type { AuditedList } from '#kit/audit/audited-list.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { boundedTotal, countedAtMost } from '#kit/db/keyset.server.ts';
import { wholeAddress } from '#kit/values/postal/written-address.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { pickups } from '#warehouse/kits/kit-tables.server.ts';
import { type AdminPickup, outBoxPageSize } from './out-box.ts';

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
