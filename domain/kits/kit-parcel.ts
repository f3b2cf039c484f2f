import type { KitRecipient } from './kit-recipient.ts';
import type { KitSender } from './kit-sender.ts';

/** One box of a batch as a row of a carrier's file. */
export type KitParcel<Lines> = {
  customerNumber: string;
  appraisalId: string;
  /** n of m. */
  number: number;
  boxes: number;
  /** The day on which it is handed to the carrier, YYYY-MM-DD. */
  leavesOn: string;
  recipient: KitRecipient;
  lines: Lines;
  sender: KitSender;
};

/** A column of a carrier's file: its heading, and what stands in it; '' where nothing does. */
export type ParcelColumn<Lines> = readonly [
  heading: string,
  cell?: (parcel: KitParcel<Lines>) => string,
];

/** A wished day that can still be kept by a kit that leaves on `leavesOn`; '' otherwise. */
export const keptWish = ({ recipient, leavesOn }: KitParcel<unknown>): string =>
  recipient.deliveryDate > leavesOn ? recipient.deliveryDate : '';
