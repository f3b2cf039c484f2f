import * as z from 'zod/mini';
import { printedWidth } from '#kit/values/printed-width.ts';
import { optionalLine } from '#kit/values/typed-text.ts';

const short = (label: string, width: number) =>
  optionalLine(label, 2 * width).check(
    z.refine(
      (text) => printedWidth(text) <= width,
      `${label}は、全角${width}文字（半角は0.5文字）以内で入力してください。`,
    ),
  );
const code = (label: string, pattern: RegExp, message: string) =>
  optionalLine(label, 20).check(z.refine((text) => text === '' || pattern.test(text), message));

/** Carriers that print slips from our files. */
export const carriers = { yamato: 'ヤマト', sagawa: '佐川' } as const;
export type Carrier = keyof typeof carriers;

const kitEncodings = ['cp932', 'utf8'] as const;

/** What the carriers' programs need besides the sender. Fields may be empty until they are needed. */
export const CarrierOptions = z.strictObject({
  /** The default carrier: its file is offered first. */
  carrier: z.enum(Object.keys(carriers) as [Carrier], 'いつもの運送会社を選んでください。'),
  goods: short('品名', 16),
  kana: optionalLine('ご依頼主名（カナ）', 50),
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
export type CarrierOptions = z.infer<typeof CarrierOptions>;

/** Sender of the boxes by the facts of the service; an unknown part is ''. */
export const Sender = z.strictObject({
  name: z.string(),
  tel: z.string(),
  zipcode: z.string(),
  address: z.string(),
  building: z.string(),
});
export type Sender = z.infer<typeof Sender>;

/** With its version, against concurrent edits, and the sender as printed. */
export const StoredCarrierOptions = z.strictObject({
  ...CarrierOptions.shape,
  sender: Sender,
  version: z.number(),
});
export type StoredCarrierOptions = z.infer<typeof StoredCarrierOptions>;

/** Everything that a carrier's file says of the sender. */
export type KitSender = CarrierOptions & Sender;

export const emptyCarrierOptions: CarrierOptions = {
  carrier: 'yamato',
  goods: 'ご寄付用の箱',
  kana: '',
  yamatoCustomer: '',
  yamatoClass: '',
  yamatoFare: '',
  yamatoHeader: true,
  sagawaCustomer: '',
  sagawaEncoding: 'cp932',
};

export const carrierOptionLabels: Readonly<Record<keyof CarrierOptions, string>> = {
  carrier: 'いつもの運送会社',
  goods: '品名',
  kana: 'ご依頼主名（カナ）',
  yamatoCustomer: 'ヤマトの請求先顧客コード',
  yamatoClass: 'ヤマトの請求先分類コード',
  yamatoFare: 'ヤマトの運賃管理番号',
  yamatoHeader: 'B2クラウドの見出しの行',
  sagawaCustomer: '佐川のお客様コード',
  sagawaEncoding: 'e飛伝IIIの文字コード',
};

/** Labels as in the facts of the service. */
const senderLabels = {
  name: '送り主の名前',
  tel: '送り主の電話番号',
  zipcode: '送り主の郵便番号',
  address: '送り主の住所',
} as const;
const neededCodes = {
  yamato: ['goods', 'yamatoCustomer', 'yamatoFare'],
  sagawa: ['goods', 'sagawaCustomer'],
} as const;

/** Labels of what is missing of the sender, for any carrier. */
export const missingSender = (sender: Sender): string[] =>
  (Object.keys(senderLabels) as (keyof typeof senderLabels)[]).flatMap((part) =>
    sender[part] === '' ? [senderLabels[part]] : [],
  );

/** Labels of the options missing for a carrier's file. */
export const missingOptions = (options: CarrierOptions, carrier: Carrier): string[] =>
  neededCodes[carrier].flatMap((field) =>
    options[field] === '' ? [carrierOptionLabels[field]] : [],
  );
