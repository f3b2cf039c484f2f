import type { DeliverySlot } from '#giving/applications/delivery.ts';
import { deliverySlotLabels } from '#giving/applications/delivery.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';

/** Recipient of a kit when its batch was frozen: all that is printed or passed to a carrier. */
export type KitRecipient = {
  lastName: string;
  firstName: string;
  lastNameKana: string;
  firstNameKana: string;
  tel: string;
  zipcode: string;
  prefecture: string;
  line1: string;
  line2: string;
  building: string;
  boxes: number;
  /** YYYY-MM-DD, or '' for no preference. */
  deliveryDate: string;
  deliverySlot: DeliverySlot;
  targetName: string;
  needsKit: boolean;
};

/** A field that changed since the batch was frozen. */
export type ChangedField = { label: string; before: string; after: string };

const shown: readonly (readonly [label: string, of: (recipient: KitRecipient) => string])[] = [
  ['お名前', (one) => `${one.lastName} ${one.firstName}`],
  ['フリガナ', (one) => `${one.lastNameKana} ${one.firstNameKana}`],
  ['電話番号', (one) => formatPhone(one.tel)],
  ['郵便番号', (one) => formatPostalCode(one.zipcode)],
  ['住所', streetOf],
  ['建物名', (one) => one.building],
  ['箱の数', (one) => `${one.boxes}箱`],
  ['お届け希望日', (one) => one.deliveryDate || '希望なし'],
  ['お届け時間帯', (one) => deliverySlotLabels[one.deliverySlot]],
  ['箱の送付', (one) => (one.needsKit ? '送る' : 'ご自分の箱')],
];

/** Printed or transmitted fields that changed since the batch was frozen. */
export const changedFields = (before: KitRecipient, after: KitRecipient): ChangedField[] =>
  shown.flatMap(([label, of]) => {
    const [then, now] = [of(before), of(after)];
    return then === now ? [] : [{ label, before: then, after: now }];
  });
