import * as z from 'zod/mini';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { DeliverySlot } from '#domain/values/choice-schemas.ts';
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
