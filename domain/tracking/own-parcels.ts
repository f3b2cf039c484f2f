import * as z from 'zod/mini';
import { mostBoxes } from '#domain/acceptance/acceptance.ts';
import { StatusRequest } from '#domain/applications/application.ts';
import { DeliverySlot } from '#domain/values/choice-schemas.ts';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { parcelStates } from './carrier-words.ts';
import { parcelCarriers } from './parcel.ts';

/** What a donor chooses of a pick-up. */
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

const seen = {
  /** Of the pick-up as it was seen; 0 where there was none. */
  version: z.int().check(z.minimum(0)),
};

/** The body of POST /api/applications/pickup. */
export const PickupRequest = z.strictObject({
  ...StatusRequest.shape,
  ...seen,
  pickup: PickupWish,
});
export type PickupRequest = z.infer<typeof PickupRequest>;

/** The body of POST /api/applications/pickup/cancel. */
export const PickupCancelRequest = z.strictObject({ ...StatusRequest.shape, ...seen });
export type PickupCancelRequest = z.infer<typeof PickupCancelRequest>;

/** What a donor sees of the parcels of an application: the kits on their way, and the pick-up of the packed boxes. */
export const OwnParcels = z.object({
  parcels: z.array(
    z.object({
      number: z.number(),
      /** '' with the number where none is known of a box that is looked for, lost or damaged. */
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
      /** The carrier has been asked: it can no longer be changed here. */
      isArranged: z.boolean(),
    }),
  ),
  ...seen,
  canAskPickup: z.boolean(),
  canPrintLabel: z.boolean(),
});
export type OwnParcels = z.infer<typeof OwnParcels>;
