import type { KitRecipient } from './kit-recipient.ts';
import type { KitSender } from './kit-sender.ts';

/** One box of a batch, as a row of a carrier's file. */
export type KitParcel<Lines> = {
  customerNumber: string;
  appraisalId: string;
  /** Box `number` of `boxes`. */
  number: number;
  boxes: number;
  /** Day of handing over to the carrier, YYYY-MM-DD. */
  leavesOn: string;
  recipient: KitRecipient;
  lines: Lines;
  sender: KitSender;
};

/** A column of a carrier's file: heading and cell; '' without a cell. */
export type ParcelColumn<Lines> = readonly [
  heading: string,
  cell?: (parcel: KitParcel<Lines>) => string,
];

/** The wished day if a kit that leaves on `leavesOn` can still meet it; else ''. */
export const keptWish = ({ recipient, leavesOn }: KitParcel<unknown>): string =>
  recipient.deliveryDate > leavesOn ? recipient.deliveryDate : '';
