import * as z from 'zod/mini';
import { Phone } from '#kit/values/phone.ts';
import { PostalCode } from '#kit/values/postal-code.ts';
import { optionalLine } from '#kit/values/typed-text.ts';
import { printedWidth } from './half-width-kana.ts';

const short = (label: string, width: number) =>
  optionalLine(label, 2 * width).check(
    z.refine(
      (text) => printedWidth(text) <= width,
      `${label}は、全角${width}文字（半角は0.5文字）以内で入力してください。`,
    ),
  );
const code = (label: string, pattern: RegExp, message: string) =>
  optionalLine(label, 20).check(z.refine((text) => text === '' || pattern.test(text), message));

const kitEncodings = ['cp932', 'utf8'] as const;

/** Sender of the kits, with options of each carrier's program. Fields may be empty until they are needed. */
export const KitSender = z.strictObject({
  name: short('ご依頼主名', 16),
  kana: optionalLine('ご依頼主名（カナ）', 50),
  tel: z.union([z.literal(''), Phone], '電話番号を入力してください。'),
  zipcode: z.union([z.literal(''), PostalCode], '郵便番号は7桁で入力してください。'),
  address: short('ご依頼主住所', 32),
  building: short('建物名', 16),
  goods: short('品名', 16),
  yamatoCustomer: code(
    '請求先顧客コード',
    /^\d{10,12}$/,
    '請求先顧客コードは、10桁から12桁の数字で入力してください。',
  ),
  yamatoClass: code(
    '請求先分類コード',
    /^\d{1,3}$/,
    '請求先分類コードは、3桁までの数字で入力してください。',
  ),
  yamatoFare: code('運賃管理番号', /^\d{2}$/, '運賃管理番号は、2桁の数字で入力してください。'),
  yamatoHeader: z.boolean(),
  sagawaCustomer: code(
    'お客様コード',
    /^\d{1,12}$/,
    'お客様コードは、12桁までの数字で入力してください。',
  ),
  sagawaEncoding: z.enum(kitEncodings, '文字コードを選んでください。'),
});
export type KitSender = z.infer<typeof KitSender>;

/** With its version, against concurrent edits. */
export const StoredKitSender = z.object({ ...KitSender.shape, version: z.number() });
export type StoredKitSender = z.infer<typeof StoredKitSender>;

export const emptyKitSender: KitSender = {
  name: '',
  kana: '',
  tel: '',
  zipcode: '',
  address: '',
  building: '',
  goods: 'ご寄付用の箱',
  yamatoCustomer: '',
  yamatoClass: '',
  yamatoFare: '',
  yamatoHeader: true,
  sagawaCustomer: '',
  sagawaEncoding: 'cp932',
};

export const kitSenderLabels: Readonly<Record<keyof KitSender, string>> = {
  name: 'ご依頼主名',
  kana: 'ご依頼主名（カナ）',
  tel: '電話番号',
  zipcode: '郵便番号',
  address: '住所',
  building: '建物名',
  goods: '品名',
  yamatoCustomer: 'ヤマトの請求先顧客コード',
  yamatoClass: 'ヤマトの請求先分類コード',
  yamatoFare: 'ヤマトの運賃管理番号',
  yamatoHeader: 'B2クラウドの見出しの行',
  sagawaCustomer: '佐川のお客様コード',
  sagawaEncoding: 'e飛伝IIIの文字コード',
};

const anyCarrier = ['name', 'tel', 'zipcode', 'address', 'goods'] as const;
const neededBy = {
  yamato: [...anyCarrier, 'yamatoCustomer', 'yamatoFare'],
  sagawa: [...anyCarrier, 'sagawaCustomer'],
} as const;

/** Labels of the fields missing for a carrier's file. */
export const missingFacts = (sender: KitSender, carrier: keyof typeof neededBy): string[] =>
  neededBy[carrier].flatMap((field) => (sender[field] === '' ? [kitSenderLabels[field]] : []));
