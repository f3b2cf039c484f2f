import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { DeliverySlot } from '#domain/values/choice-schemas.ts';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { parcelCarriers, silentAfterDays } from './parcel.ts';

export const outBoxPageSize = 50;

/** The lists of boxes that are out: all, by what the carrier said, and those of which nothing was heard for long. */
export const outBoxFilters = ['sent', 'delivered', 'returned', 'silent'] as const;
export type OutBoxFilter = (typeof outBoxFilters)[number];

export const outBoxFilterLabels: Record<OutBoxFilter, string> = {
  sent: '発送済み',
  delivered: '配達済み',
  returned: '戻ってきた',
  silent: `${silentAfterDays}日以上音沙汰なし`,
};

const kitStates = ['sent', 'delivered', 'returned'] as const;

/** A kit that left and of which no box has come yet. */
export const OutBox = z.object({
  appraisalId: AppraisalId,
  number: z.number(),
  boxes: z.number(),
  name: z.string(),
  carrier: z.enum(['', ...parcelCarriers]),
  trackingNumber: z.string(),
  kitState: z.enum(kitStates),
  kitSentAt: Timestamp,
  /** When the carrier, or an operator, said that it was delivered or came back. */
  kitStateAt: z.nullable(Timestamp),
  daysOut: z.number(),
  version: z.number(),
});
export type OutBox = z.infer<typeof OutBox>;

/** The body of POST /api/office/tracking/boxes/:appraisalId/:number: what an operator knows of a kit. */
export const OutBoxStep = z.strictObject({
  to: z.enum(kitStates, '箱の状態を一覧から選んでください。'),
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
});
export type AdminPickup = z.infer<typeof AdminPickup>;

/** The body of POST /api/office/tracking/pickups/file. */
export const PickupFileRequest = z.strictObject({
  day: serviceDay('集荷の日を選んでください。'),
  carrier: z.enum(['yamato', 'sagawa'], '運送会社を一覧から選んでください。'),
  /** Those that were in a file before, where that was lost. */
  isAgain: z.boolean(),
});
export type PickupFileRequest = z.infer<typeof PickupFileRequest>;

/** The body of POST /api/office/tracking/pickups/:appraisalId/arrange: the pick-up as it was seen. */
export const ArrangeRequest = z.strictObject({ version: z.int().check(z.minimum(1)) });
