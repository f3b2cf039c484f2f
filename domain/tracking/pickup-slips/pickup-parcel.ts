import type { DeliverySlot } from '#domain/applications/delivery.ts';
import { deliverySlotLabels } from '#domain/applications/delivery.ts';
import { customerNumberOf } from '#domain/kits/customer-number.ts';
import type { KitRecipient } from '#domain/kits/kit-recipient.ts';
import type { KitSender } from '#domain/kits/kit-sender.ts';

/** A packed box that is fetched from its donor, as a row of a carrier's file: from the donor to who sends the kits. */
export type PickupParcel<Lines> = {
  appraisalId: string;
  /** n of the boxes that are fetched. */
  number: number;
  boxes: number;
  /** YYYY-MM-DD. */
  day: string;
  slot: DeliverySlot;
  donor: KitRecipient;
  /** The donor's address and name as the slip prints them. */
  lines: Lines;
  warehouse: KitSender;
};

/**
 * The number of a box on its way here. It ends in R: the carrier's answer for it is never taken for the number of
 * the kit that the donor got.
 */
export const pickupNumberOf = ({ appraisalId, number }: PickupParcel<unknown>): string =>
  `${customerNumberOf(appraisalId, number)}R`;

export const goodsOfPickup = 'ご寄付のお品物';

/** What whoever fetches the box reads besides. */
export const remarkOfPickup = ({ slot }: PickupParcel<unknown>): string =>
  slot === '' ? '集荷' : `集荷${deliverySlotLabels[slot]}`;
