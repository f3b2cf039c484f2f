import type { DeliverySlot } from '#giving/applications/delivery.ts';
import { deliverySlotLabels } from '#giving/applications/delivery.ts';
import { customerNumberOf } from '#warehouse/kits/customer-number.ts';
import type { KitRecipient } from '#warehouse/kits/kit-recipient.ts';
import type { KitSender } from '#warehouse/kits/kit-sender.ts';

/** A packed box fetched from its donor and sent to the warehouse, as a row of a carrier's file. */
export type PickupParcel<Lines> = {
  appraisalId: string;
  /** Box `number` of `boxes` fetched. */
  number: number;
  boxes: number;
  /** YYYY-MM-DD. */
  day: string;
  slot: DeliverySlot;
  donor: KitRecipient;
  /** The donor's address and name as printed. */
  lines: Lines;
  warehouse: KitSender;
};

/**
 * Customer number of an incoming box. The final R keeps the carrier's answer for it apart from that
 * for the outgoing kit.
 */
export const pickupNumberOf = ({ appraisalId, number }: PickupParcel<unknown>): string =>
  `${customerNumberOf(appraisalId, number)}R`;

export const goodsOfPickup = 'ご寄付のお品物';

/** Remark for the driver. */
export const remarkOfPickup = ({ slot }: PickupParcel<unknown>): string =>
  slot === '' ? '集荷' : `集荷${deliverySlotLabels[slot]}`;
