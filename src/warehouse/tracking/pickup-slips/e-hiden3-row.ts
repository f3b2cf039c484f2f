import { formatPhone } from '#kit/values/phone.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { eHiden3Columns, senderLines } from '#warehouse/kits/e-hiden3.ts';
import type { SagawaLines } from '#warehouse/kits/slip-lines.ts';
import {
  goodsOfPickup,
  type PickupParcel,
  pickupNumberOf,
  remarkOfPickup,
} from './pickup-parcel.ts';

type Cell = (parcel: PickupParcel<SagawaLines>) => string;

const hyphened = (zipcode: string) => formatPostalCode(zipcode).replace('〒', '');

/** 元着区分 2: the receiver pays; the sending date is the day of the pick-up. */
const cells: Readonly<Record<string, Cell>> = {
  お届け先電話番号: ({ warehouse }) => formatPhone(warehouse.tel),
  お届け先郵便番号: ({ warehouse }) => hyphened(warehouse.zipcode),
  お届け先住所１: ({ warehouse }) => senderLines(warehouse)[0],
  お届け先住所２: ({ warehouse }) => senderLines(warehouse)[1],
  お届け先名称１: ({ warehouse }) => warehouse.name,
  お客様管理番号: pickupNumberOf,
  お客様コード: ({ warehouse }) => warehouse.sagawaCustomer,
  ご依頼主電話番号: ({ donor }) => formatPhone(donor.tel),
  ご依頼主郵便番号: ({ donor }) => hyphened(donor.zipcode),
  ご依頼主住所１: ({ lines }) => lines.address1,
  ご依頼主住所２: ({ lines }) => lines.address2,
  ご依頼主名称１: ({ lines }) => lines.name1,
  ご依頼主名称２: ({ lines }) => lines.name2,
  荷姿: () => '001',
  品名１: () => goodsOfPickup,
  品名２: ({ appraisalId, number, boxes }) => `${appraisalId} ${number}/${boxes}`,
  品名３: remarkOfPickup,
  出荷個数: () => '1',
  スピード指定: () => '000',
  クール便指定: () => '001',
  営業所受取: () => '0',
  SRC区分: () => '0',
  元着区分: () => '2',
  出荷日: ({ day }) => day.replaceAll('-', ''),
};

export const eHiden3Headings = eHiden3Columns.map(([heading]) => heading);

/** A pick-up in the 74 columns of 佐川 e飛伝III. */
export const eHiden3Row = (parcel: PickupParcel<SagawaLines>): string[] =>
  eHiden3Headings.map((heading) => cells[heading]?.(parcel) ?? '');
