import * as z from 'zod/mini';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { DeliverySlot } from '#giving/applications/choice-schemas.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalParagraphs } from '#kit/values/typed-text.ts';
import { parcelStateLabels, parcelStates } from './carrier-words.ts';
import { parcelCarriers, silentAfterDays } from './parcel.ts';

export const outBoxPageSize = 50;

/** Filters of kits that are out: by the carrier's state, or silent for long. */
export const outBoxFilters = [...parcelStates, 'silent'] as const;
export type OutBoxFilter = (typeof outBoxFilters)[number];

export const outBoxFilterLabels: Record<OutBoxFilter, string> = {
  ...parcelStateLabels,
  silent: `${silentAfterDays}日以上音沙汰なし`,
};

/** A kit that was sent and whose box has not arrived. */
export const OutBox = z.object({
  appraisalId: AppraisalId,
  number: z.number(),
  boxes: z.number(),
  name: z.string(),
  carrier: z.enum(['', ...parcelCarriers]),
  trackingNumber: z.string(),
  kitState: z.enum(parcelStates),
  kitSentAt: Timestamp,
  /** The carrier's own word; '' if no file had one. */
  carrierWord: z.string(),
  /** Its exception, if it is under inquiry, lost or damaged; else null. */
  exceptionId: z.nullable(z.string()),
  /** Time of the current state, from the carrier or an operator; null while under way. */
  kitStateAt: z.nullable(Timestamp),
  daysOut: z.number(),
  version: z.number(),
});
export type OutBox = z.infer<typeof OutBox>;

/** Body of POST /api/office/tracking/boxes/:appraisalId/:number: an operator's news of a kit. */
export const OutBoxStep = z.strictObject({
  to: z.enum(parcelStates, '箱の状態を一覧から選んでください。'),
  version: z.int().check(z.minimum(1)),
});
export type OutBoxStep = z.infer<typeof OutBoxStep>;

/** A pick-up for the operator. */
export const AdminPickup = z.object({
  appraisalId: AppraisalId,
  day: z.string(),
  slot: DeliverySlot,
  boxes: z.number(),
  name: z.string(),
  tel: z.string(),
  address: z.string(),
  isArranged: z.boolean(),
  /** Deadline for undoing the arrangement without a reason. */
  takeBackUntil: z.nullable(Timestamp),
  version: z.number(),
});
export type AdminPickup = z.infer<typeof AdminPickup>;

/** Carriers whose programs import pick-ups. */
const pickupCarriers = ['yamato', 'sagawa'] as const;
export type PickupCarrier = (typeof pickupCarriers)[number];

/** The body of POST /api/office/tracking/pickups/file. */
export const PickupFileRequest = z.strictObject({
  day: serviceDay('集荷の日を選んでください。'),
  carrier: z.enum(pickupCarriers, '運送会社を一覧から選んでください。'),
  /** Includes pick-ups that an earlier file for this carrier had, in case it was lost. */
  isAgain: z.boolean(),
});
export type PickupFileRequest = z.infer<typeof PickupFileRequest>;

/** Body of POST /api/office/tracking/pickups/:appraisalId/arrange: the version that was shown. */
export const ArrangeRequest = z.strictObject({ version: z.int().check(z.minimum(1)) });

/** Body of POST /api/office/tracking/pickups/:appraisalId/take-back; a reason is required after ten minutes. */
export const PickupTakeBack = z.strictObject({
  version: z.int().check(z.minimum(1)),
  reason: optionalParagraphs('理由', 500),
});
export type PickupTakeBack = z.infer<typeof PickupTakeBack>;
