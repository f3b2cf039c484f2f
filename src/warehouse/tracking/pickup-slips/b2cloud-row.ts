import { formatPhone } from '#kit/values/phone.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { b2cloudColumns } from '#warehouse/kits/b2cloud.ts';
import { toHalfWidthKana } from '#warehouse/kits/half-width-kana.ts';
import type { YamatoLines } from '#warehouse/kits/slip-lines.ts';
import {
  goodsOfPickup,
  type PickupParcel,
  pickupNumberOf,
  remarkOfPickup,
} from './pickup-parcel.ts';

type Cell = (parcel: PickupParcel<YamatoLines>) => string;

const hyphened = (zipcode: string) => formatPostalCode(zipcode).replace('〒', '');
/** Only readings are ever shortened; delivery does not depend on them. */
const kana = (text: string) => toHalfWidthKana(text).slice(0, 50);

/** 5 is 着払い (the receiver pays); the sending date is the day of the pick-up. */
const cells: Readonly<Record<string, Cell>> = {
  お客様管理番号: pickupNumberOf,
  送り状種類: () => '5',
  クール区分: () => '0',
  出荷予定日: ({ day }) => day.replaceAll('-', '/'),
  お届け先電話番号: ({ warehouse }) => formatPhone(warehouse.tel),
  お届け先郵便番号: ({ warehouse }) => hyphened(warehouse.zipcode),
  お届け先住所: ({ warehouse }) => warehouse.address,
  お届け先アパートマンション名: ({ warehouse }) => warehouse.building,
  お届け先名: ({ warehouse }) => warehouse.name,
  'お届け先名(ｶﾅ)': ({ warehouse }) => kana(warehouse.kana),
  敬称: () => '御中',
  ご依頼主電話番号: ({ donor }) => formatPhone(donor.tel),
  ご依頼主郵便番号: ({ donor }) => hyphened(donor.zipcode),
  ご依頼主住所: ({ lines }) => lines.address,
  ご依頼主アパートマンション: ({ lines }) => lines.building,
  ご依頼主名: ({ lines }) => lines.name,
  'ご依頼主名(ｶﾅ)': ({ donor }) => kana(`${donor.lastNameKana} ${donor.firstNameKana}`),
  品名１: () => goodsOfPickup,
  品名２: ({ appraisalId, number, boxes }) => `${appraisalId} ${number}/${boxes}`,
  記事: remarkOfPickup,
  止置き: () => '0',
  発行枚数: () => '1',
  個数口表示フラグ: () => '2',
  請求先顧客コード: ({ warehouse }) => warehouse.yamatoCustomer,
  請求先分類コード: ({ warehouse }) => warehouse.yamatoClass,
  運賃管理番号: ({ warehouse }) => warehouse.yamatoFare,
};

export const b2cloudHeadings = b2cloudColumns.map(([heading]) => heading);

/** A pick-up in the 95 columns of ヤマト B2クラウド. */
export const b2cloudRow = (parcel: PickupParcel<YamatoLines>): string[] =>
  b2cloudHeadings.map((heading) => cells[heading]?.(parcel) ?? '');
