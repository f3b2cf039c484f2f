import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { DeliverySlot } from '#domain/values/choice-schemas.ts';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { optionalParagraphs } from '#domain/values/typed-text.ts';
import { parcelStateLabels, parcelStates } from './carrier-words.ts';
import { parcelCarriers, silentAfterDays } from './parcel.ts';

export const outBoxPageSize = 50;

/** The lists of boxes that are out: all, by what the carrier said, and those of which nothing was heard for long. */
export const outBoxFilters = [...parcelStates, 'silent'] as const;
export type OutBoxFilter = (typeof outBoxFilters)[number];

export const outBoxFilterLabels: Record<OutBoxFilter, string> = {
  ...parcelStateLabels,
  silent: `${silentAfterDays}日以上音沙汰なし`,
};

/** A kit that left and of which no box has come yet. */
export const OutBox = z.object({
  appraisalId: AppraisalId,
  number: z.number(),
  boxes: z.number(),
  name: z.string(),
  carrier: z.enum(['', ...parcelCarriers]),
  trackingNumber: z.string(),
  kitState: z.enum(parcelStates),
  kitSentAt: Timestamp,
  /** The carrier's own word for it; '' where no file said one. */
  carrierWord: z.string(),
  /** On the exception shelf, where it is looked for, lost or damaged; null elsewhere. */
  exceptionId: z.nullable(z.string()),
  /** When the carrier, or an operator, said what it is now, unless it is on its way. */
  kitStateAt: z.nullable(Timestamp),
  daysOut: z.number(),
  version: z.number(),
});
export type OutBox = z.infer<typeof OutBox>;

/** The body of POST /api/office/tracking/boxes/:appraisalId/:number: what an operator knows of a kit. */
export const OutBoxStep = z.strictObject({
  to: z.enum(parcelStates, '箱の状態を一覧から選んでください。'),
  version: z.int().check(z.minimum(1)),
});
export type OutBoxStep = z.infer<typeof OutBoxStep>;

/** A pick-up as the operator reads it. */
export const AdminPickup = z.object({
  appraisalId: AppraisalId,
  day: z.string(),
  slot: DeliverySlot,
  boxes: z.number(),
  name: z.string(),
  tel: z.string(),
  address: z.string(),
  isArranged: z.boolean(),
  /** Until when the arrangement is taken back without a reason. */
  takeBackUntil: z.nullable(Timestamp),
  version: z.number(),
});
export type AdminPickup = z.infer<typeof AdminPickup>;

/** Whose programs take a file of pick-ups. */
const pickupCarriers = ['yamato', 'sagawa'] as const;
export type PickupCarrier = (typeof pickupCarriers)[number];

/** The body of POST /api/office/tracking/pickups/file. */
export const PickupFileRequest = z.strictObject({
  day: serviceDay('集荷の日を選んでください。'),
  carrier: z.enum(pickupCarriers, '運送会社を一覧から選んでください。'),
  /** Those that were in a file for this carrier before, where that was lost. */
  isAgain: z.boolean(),
});
export type PickupFileRequest = z.infer<typeof PickupFileRequest>;

/** The body of POST /api/office/tracking/pickups/:appraisalId/arrange: the pick-up as it was seen. */
export const ArrangeRequest = z.strictObject({ version: z.int().check(z.minimum(1)) });

/** The body of POST /api/office/tracking/pickups/:appraisalId/take-back: the reason is asked for after ten minutes. */
export const PickupTakeBack = z.strictObject({
  version: z.int().check(z.minimum(1)),
  reason: optionalParagraphs('理由', 500),
});
export type PickupTakeBack = z.infer<typeof PickupTakeBack>;
