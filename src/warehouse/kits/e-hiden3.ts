import { carrierSlots } from '#giving/applications/delivery.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { joinParts } from '#kit/values/postal/written-address.ts';
import { formatPostalCode } from '#kit/values/postal-code.ts';
import { printedWidth } from '#kit/values/printed-width.ts';
import { keptWish, type ParcelColumn } from './kit-parcel.ts';
import type { KitSender } from './kit-sender.ts';
import type { SagawaLines } from './slip-lines.ts';
import { sagawaWidth, splitLines } from './split-address.ts';

const digits = (day: string) => day.replaceAll('-', '');
const hyphened = (zipcode: string) => formatPostalCode(zipcode).replace('〒', '');

/** The sender's address in two lines; `senderProblem` has checked that it fits. */
export function senderLines({ address, building }: KitSender): [string, string] {
  const street = splitLines(address, sagawaWidth, 2);
  const [first = '', second = ''] = street;
  return [first, joinParts([second, building])];
}

/** Message if the sender's address does not fit; '' if it does. */
export const senderProblem = (sender: KitSender): string =>
  senderLines(sender).some((line) => printedWidth(line) > sagawaWidth)
    ? '送り主の住所と建物名が、佐川の2行（全角16文字ずつ）に入りません。サービスの情報で短くしてください。'
    : '';

/**
 * The 74 columns of 佐川 e飛伝III in order (標準_飛脚宅配便_CSV_ヘッダ有り), one row per box: 001 is a box, 1 means
 * that the sender pays.
 */
export const eHiden3Columns: readonly ParcelColumn<SagawaLines>[] = [
  ['お届け先コード取得区分'],
  ['お届け先コード'],
  ['お届け先電話番号', ({ recipient }) => formatPhone(recipient.tel)],
  ['お届け先郵便番号', ({ recipient }) => hyphened(recipient.zipcode)],
  ['お届け先住所１', ({ lines }) => lines.address1],
  ['お届け先住所２', ({ lines }) => lines.address2],
  ['お届け先住所３', ({ lines }) => lines.address3],
  ['お届け先名称１', ({ lines }) => lines.name1],
  ['お届け先名称２', ({ lines }) => lines.name2],
  ['お客様管理番号', ({ customerNumber }) => customerNumber],
  ['お客様コード', ({ sender }) => sender.sagawaCustomer],
  ['部署ご担当者コード取得区分'],
  ['部署ご担当者コード'],
  ['部署ご担当者名称'],
  ['荷送人電話番号'],
  ['ご依頼主コード取得区分'],
  ['ご依頼主コード'],
  ['ご依頼主電話番号', ({ sender }) => formatPhone(sender.tel)],
  ['ご依頼主郵便番号', ({ sender }) => hyphened(sender.zipcode)],
  ['ご依頼主住所１', ({ sender }) => senderLines(sender)[0]],
  ['ご依頼主住所２', ({ sender }) => senderLines(sender)[1]],
  ['ご依頼主名称１', ({ sender }) => sender.name],
  ['ご依頼主名称２'],
  ['荷姿', () => '001'],
  ['品名１', ({ sender }) => sender.goods],
  ['品名２', ({ appraisalId, number, boxes }) => `${appraisalId} ${number}/${boxes}`],
  ['品名３'],
  ['品名４'],
  ['品名５'],
  ['荷札荷姿'],
  ['荷札品名１'],
  ['荷札品名２'],
  ['荷札品名３'],
  ['荷札品名４'],
  ['荷札品名５'],
  ['荷札品名６'],
  ['荷札品名７'],
  ['荷札品名８'],
  ['荷札品名９'],
  ['荷札品名１０'],
  ['荷札品名１１'],
  ['出荷個数', () => '1'],
  ['スピード指定', () => '000'],
  ['クール便指定', () => '001'],
  ['配達日', (parcel) => digits(keptWish(parcel))],
  ['配達指定時間帯', ({ recipient }) => carrierSlots.sagawa[recipient.deliverySlot]],
  ['配達指定時間（時分）'],
  ['代引金額'],
  ['消費税'],
  ['決済種別'],
  ['保険金額'],
  ['指定シール１'],
  ['指定シール２'],
  ['指定シール３'],
  ['営業所受取', () => '0'],
  ['SRC区分', () => '0'],
  ['営業所受取営業所コード'],
  ['元着区分', () => '1'],
  ['メールアドレス'],
  ['ご不在時連絡先'],
  ['出荷日', ({ leavesOn }) => digits(leavesOn)],
  ['お問い合せ送り状No.'],
  ['出荷場印字区分'],
  ['集約解除指定'],
  ['編集０１'],
  ['編集０２'],
  ['編集０３'],
  ['編集０４'],
  ['編集０５'],
  ['編集０６'],
  ['編集０７'],
  ['編集０８'],
  ['編集０９'],
  ['編集１０'],
];
