import * as z from 'zod/mini';
import { mostBoxes } from '#giving/acceptance/acceptance.ts';
import { StatusRequest } from '#giving/applications/application.ts';
import { DeliverySlot } from '#giving/applications/choice-schemas.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { parcelStates } from './carrier-words.ts';
import { parcelCarriers } from './parcel.ts';

/** A donor's choices for a pick-up. */
export const PickupWish = z.strictObject({
  day: serviceDay('集荷の希望日を選んでください。'),
  slot: DeliverySlot,
  boxes: z
    .int('箱の数を選んでください。')
    .check(
      z.minimum(1, '箱の数は1箱から選べます。'),
      z.maximum(mostBoxes, `箱の数は${mostBoxes}箱までです。`),
    ),
});
export type PickupWish = z.infer<typeof PickupWish>;

const seenVersion = {
  /** Version of the pick-up that was shown; 0 for none. */
  version: z.int().check(z.minimum(0)),
};

/** The body of POST /api/applications/pickup. */
export const PickupRequest = z.strictObject({
  ...StatusRequest.shape,
  ...seenVersion,
  pickup: PickupWish,
});
export type PickupRequest = z.infer<typeof PickupRequest>;

/** The body of POST /api/applications/pickup/cancel. */
export const PickupCancelRequest = z.strictObject({ ...StatusRequest.shape, ...seenVersion });
export type PickupCancelRequest = z.infer<typeof PickupCancelRequest>;

/** A donor's view of an application's parcels: kits under way, and the pick-up of packed boxes. */
export const OwnParcels = z.object({
  parcels: z.array(
    z.object({
      number: z.number(),
      /** '' with an empty number if unknown, for a box under inquiry, lost or damaged. */
      carrier: z.enum(['', ...parcelCarriers]),
      trackingNumber: z.string(),
      state: z.enum(parcelStates),
    }),
  ),
  pickup: z.nullable(
    z.object({
      day: z.string(),
      slot: DeliverySlot,
      boxes: z.number(),
      /** Arranged with the carrier: can no longer be changed here. */
      isArranged: z.boolean(),
    }),
  ),
  ...seenVersion,
  canAskPickup: z.boolean(),
  canPrintLabel: z.boolean(),
});
export type OwnParcels = z.infer<typeof OwnParcels>;
