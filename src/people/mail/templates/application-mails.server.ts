import {
  type ApplicationState,
  applicationStateFacts,
} from '#giving/applications/application-state.ts';
import {
  type DeliverySlot,
  deliveryDateLabel,
  deliverySlotLabels,
} from '#giving/applications/delivery.ts';
import { type ProductKind, productLabels } from '#giving/applications/goods.ts';
import { receiptRule } from '#giving/receipts/receipt-rule.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { Recipient } from '#money/ledger/cost-words.ts';
import { agreementWords, costDayRule, type GiftSums, giftFacts } from '#money/ledger/cost-words.ts';
import { leavesNothing, leavesNothingWords, type Terms } from '#money/ledger/fees.ts';
import type { Templates } from '#people/mail/compose.server.ts';
import type { Block } from '#people/mail/mail-content.server.ts';
import { arrivedWords, missingWords } from '#warehouse/intake/arrival.ts';
import type { NothingGained } from '#warehouse/results/nothing-gained.ts';
import { type ParcelState, parcelWords } from '#warehouse/tracking/carrier-words.ts';
import type { PickupCarrier } from '#warehouse/tracking/out-box.ts';
import {
  formatTrackingNumber,
  type Parcel,
  type ParcelCarrier,
  parcelCarrierLabels,
  trackingPageOf,
} from '#warehouse/tracking/parcel.ts';

/** Data of every mail about an application: donor, number, target and status link. */
export type AboutApplication = {
  name: string;
  appraisalId: string;
  targetName: string;
  statusUrl: string;
};
type Pickup = { day: string; slot: DeliverySlot; boxes: number };
/** Numbers of boxes that arrived and that are missing; `boxes` is the number applied for. */
export type PartlyArrived = { came: number[]; missing: number[]; boxes: number };
type ResultData = { arrival?: PartlyArrived | undefined };
type ParcelOnWay = {
  number: number;
  boxes: number;
  carrier: ParcelCarrier | '';
  trackingNumber: string;
  state: ParcelState;
};
type Applied = {
  products: readonly ProductKind[];
  boxes: number;
  claimUrl: string | undefined;
  /** Terms for gifts to the recipient on the day of the application. */
  terms: Terms;
  recipient: Recipient;
};
type GiftData = { sums: GiftSums; recipient: Recipient };
type Delivery = { deliveryDate: string; deliverySlot: DeliverySlot };

export type ApplicationMails = {
  'application-received': AboutApplication & Delivery & Applied;
  'own-carton-received': AboutApplication & Applied;
  'application-corrected': AboutApplication & Delivery;
  'own-carton-corrected': AboutApplication;
  'kit-sent': AboutApplication & { parcels?: readonly Parcel[] };
  'kit-tracking': AboutApplication & { parcels: readonly Parcel[] };
  'pickup-arranged': AboutApplication & Pickup & { carrier: PickupCarrier | '' };
  'pickup-taken-back': AboutApplication & Pickup;
  'parcel-trouble': AboutApplication & ParcelOnWay;
  'parcel-found': AboutApplication & ParcelOnWay;
  'parcel-given-up': AboutApplication & ParcelOnWay;
  'goods-received': AboutApplication;
  'identity-due': AboutApplication & ResultData & { amountYen: number };
  'identity-returned': AboutApplication & { reason: string };
  'donation-completed': AboutApplication & ResultData & GiftData & { needReceipt: boolean };
  remitted: AboutApplication & { gift?: GiftData | undefined };
  /** `soldOn` is the day of the last sale, YYYY-MM-DD; `soldYen` the sum of all. */
  'goods-sold': AboutApplication & { soldOn: string; soldYen: number };
  'application-cancelled': AboutApplication;
  'application-returned': AboutApplication;
  'application-unpriced': AboutApplication & ResultData & { answer?: NothingGained | undefined };
  'result-withdrawn': AboutApplication & { goods: string };
  'result-corrected': AboutApplication & {
    before: string;
    after: string;
    reason: string;
    /** Set if the result is a donation. */
    gift?: GiftData | undefined;
    /** Other effects of the correction: on receipts, a pledge, the identity check. */
    notes: readonly string[];
  };
  'step-taken-back': AboutApplication & { state: ApplicationState };
  'step-corrected': AboutApplication & { state: ApplicationState; words: string };
  'application-changed': AboutApplication & {
    changes: readonly (readonly [label: string, words: string])[];
    /** Goes to the former address, without the link. */
    isFormer: boolean;
    /** For a guest at a new address. */
    claimUrl: string | undefined;
  };
  'kit-reminder': AboutApplication;
  'own-carton-reminder': AboutApplication;
  'next-box': Pick<AboutApplication, 'name' | 'targetName'> & { applyPath: string };
};

const isEmpty = ({ sums: { appraisedYen, bonusYen, ...fees } }: GiftData) =>
  leavesNothing({ amountYen: appraisedYen + bonusYen, ...fees });

/** What follows of a gift: nothing where costs take all of it, else the receipt that was wished for. */
function endOf(data: GiftData & { needReceipt: boolean }): { text: string }[] {
  if (isEmpty(data)) return [{ text: leavesNothingWords.message }];
  if (!data.needReceipt) return [];
  const rule = `${receiptRule.who}${receiptRule.how}${receiptRule.day}${receiptRule.sum}`;
  return [{ text: `寄付金受領証明書をご希望と承っています。${rule}` }];
}

const facts = (
  { appraisalId, targetName }: AboutApplication,
  more: readonly (readonly [string, string])[] = [],
): Block => ({ facts: [['申込番号', appraisalId], ['寄付先', targetName], ...more] });

const delivery = ({ deliveryDate, deliverySlot }: Delivery) =>
  [
    ['箱のお届け希望日', deliveryDateLabel(deliveryDate)],
    ['お届け時間帯', deliverySlotLabels[deliverySlot]],
  ] as const;

const productsOf = ({ products }: { products: readonly ProductKind[] }) =>
  products.map((product) => productLabels[product]).join('、');

const follow = ({ statusUrl }: AboutApplication): Block[] => [
  { button: 'お申し込みの状況を見る', url: statusUrl, isSecret: true },
  { note: 'このリンクはご本人専用です。ほかの方には教えないでください。' },
];

/** Tracking numbers, and the tracking page of each carrier. */
function slips(parcels: readonly Parcel[]): Block[] {
  const pages = new Map(
    parcels.flatMap(({ carrier }) => {
      const page = trackingPageOf(carrier);
      return page === '' ? [] : [[page, parcelCarrierLabels[carrier]] as const];
    }),
  );
  return [
    {
      facts: parcels.map(({ carrier, trackingNumber }) => [
        `送り状番号（${parcelCarrierLabels[carrier]}）`,
        formatTrackingNumber(trackingNumber),
      ]),
    },
    ...[...pages].map(([url, name]) => ({ button: `${name}のページでお届けの状況を見る`, url })),
  ];
}

/** Variables common to all mails about an application. */
const namesOf = ({ name, appraisalId, targetName }: AboutApplication) => ({
  お名前: name,
  申込番号: appraisalId,
  寄付先: targetName,
});
const deliveryNames = (given: Delivery) => {
  const [[, day], [, slot]] = delivery(given);
  return { お届け希望日: day, お届け時間帯: slot };
};

const pickupFacts = ({ day, slot, boxes }: Pickup) =>
  [
    ['集荷の日', deliveryDateLabel(day)],
    ['時間帯', deliverySlotLabels[slot]],
    ['箱の数', `${boxes}箱`],
  ] as const;
const pickupNames = ({ day, slot }: Pickup) => ({
  集荷の日: deliveryDateLabel(day),
  集荷の時間帯: deliverySlotLabels[slot],
});

const objection =
  'お申し出に覚えがないとき、内容が違うときは、すぐにお問い合わせください。元に戻します。';

/** The share of the gift that will arrive, and the day that decides it. */
const cost = ({ terms, recipient }: Applied): Block => ({
  text: agreementWords(terms, recipient) + costDayRule,
});

/** Mail on entering a state, named in application-life.ts; `more` follows the facts. */
const step =
  (...more: { part: 'body'; isNote?: true }[]) =>
  (data: AboutApplication) => ({
    values: namesOf(data),
    name: data.name,
    blocks: [facts(data), ...more, ...follow(data)],
  });

/** Boxes that the result covers, if some have not arrived. */
const arrivalBlocks = ({ arrival }: ResultData): Block[] =>
  arrival
    ? [
        {
          facts: [
            ['届いた箱', arrivedWords(arrival, arrival.boxes)],
            ['届いていない箱', missingWords(arrival)],
          ],
        },
        {
          text: 'この結果は、届いた箱のお品物についてのものです。届いていない箱をすでにお送りくださっているときは、お手数ですが、お問い合わせください。',
        },
      ]
    : [];

/** A box on its way: its number, its state, and its tracking number. */
function parcelMail(data: AboutApplication & ParcelOnWay) {
  const { number, boxes, carrier, trackingNumber, state } = data;
  const box: [string, string][] = boxes > 1 ? [['箱', `${boxes}箱のうち${number}箱め`]] : [];
  const parcels =
    carrier !== '' && trackingNumber !== '' ? [{ number, carrier, trackingNumber }] : [];
  return {
    values: { ...namesOf(data), 箱の状況: parcelWords[state] },
    name: data.name,
    blocks: [
      facts(data, [...box, ['箱の状況', parcelWords[state]]]),
      ...(parcels.length > 0 ? slips(parcels) : []),
      { part: 'body' as const },
      ...follow(data),
    ],
  };
}

/** Mails about an application, from arrival to remittance. */
export const applicationMails: Templates<ApplicationMails> = {
  'application-received': (data) => ({
    values: {
      ...namesOf(data),
      ...deliveryNames(data),
      お品物: productsOf(data),
      箱の数: `${data.boxes}箱`,
    },
    name: data.name,
    blocks: [
      facts(data, [['お品物', productsOf(data)], ['箱の数', `${data.boxes}箱`], ...delivery(data)]),
      cost(data),
      { part: 'body' },
      ...follow(data),
      ...(data.claimUrl === undefined ? [] : claim(data.claimUrl)),
    ],
  }),
  'own-carton-received': (data) => ({
    values: { ...namesOf(data), お品物: productsOf(data), 箱の数: `${data.boxes}箱` },
    name: data.name,
    blocks: [
      facts(data, [
        ['お品物', productsOf(data)],
        ['箱の数', `${data.boxes}箱`],
      ]),
      cost(data),
      { part: 'body' },
      ...follow(data),
      ...(data.claimUrl === undefined ? [] : claim(data.claimUrl)),
    ],
  }),
  'application-corrected': (data) => ({
    values: { ...namesOf(data), ...deliveryNames(data) },
    name: data.name,
    blocks: [facts(data, delivery(data)), { part: 'body', isNote: true }, ...follow(data)],
  }),
  'own-carton-corrected': step({ part: 'body', isNote: true }),
  'kit-sent': ({ parcels = [], ...data }) => ({
    values: namesOf(data),
    name: data.name,
    blocks: [facts(data), ...slips(parcels), { part: 'body' }, ...follow(data)],
  }),
  'kit-tracking': ({ parcels, ...data }) => ({
    values: namesOf(data),
    name: data.name,
    blocks: [facts(data), ...slips(parcels), ...follow(data)],
  }),
  'pickup-arranged': (data, siteUrl) => ({
    values: { ...namesOf(data), ...pickupNames(data), 箱の数: `${data.boxes}箱` },
    name: data.name,
    blocks: [
      facts(data, [
        ...pickupFacts(data),
        ...(data.carrier === '' ? [] : [['運送会社', parcelCarrierLabels[data.carrier]] as const]),
      ]),
      { part: 'body' },
      ...follow(data),
      { part: 'closing' },
      { button: '変更・取り消しのお問い合わせ', url: `${siteUrl}/contact` },
    ],
  }),
  'pickup-taken-back': (data) => ({
    values: { ...namesOf(data), ...pickupNames(data) },
    name: data.name,
    blocks: [facts(data, pickupFacts(data)), { part: 'body' }, ...follow(data)],
  }),
  'parcel-trouble': parcelMail,
  'parcel-found': parcelMail,
  'parcel-given-up': parcelMail,
  'goods-received': step(),
  'identity-due': (data) => ({
    values: { ...namesOf(data), 査定金額: `${formatYen(data.amountYen)}円` },
    name: data.name,
    blocks: [
      facts(data, [['査定額', `${formatYen(data.amountYen)}円`]]),
      ...arrivalBlocks(data),
      { part: 'body' },
      ...follow(data),
    ],
  }),
  'identity-returned': (data) => ({
    values: namesOf(data),
    name: data.name,
    blocks: [facts(data, [['理由', data.reason]]), ...follow(data)],
  }),
  'donation-completed': (data) => ({
    values: {
      ...namesOf(data),
      寄付金額: `${formatYen(data.sums.appraisedYen + data.sums.bonusYen)}円`,
    },
    name: data.name,
    blocks: [
      facts(data, giftFacts(data.sums, data.recipient)),
      ...arrivalBlocks(data),
      ...endOf(data),
      ...follow(data),
    ],
  }),
  remitted: (data) => ({
    values: namesOf(data),
    name: data.name,
    blocks: [
      facts(data, data.gift ? giftFacts(data.gift.sums, data.gift.recipient) : []),
      ...follow(data),
    ],
  }),
  'goods-sold': (data) => ({
    values: namesOf(data),
    name: data.name,
    blocks: [
      facts(data, [
        ['最後に売れた日', formatDate(data.soldOn)],
        ['売れた額の合計', `${formatYen(data.soldYen)}円`],
      ]),
      { part: 'body' },
      ...follow(data),
      { part: 'closing', isNote: true },
    ],
  }),
  'application-cancelled': step(),
  'application-returned': step(),
  'application-unpriced': (data) => ({
    values: namesOf(data),
    name: data.name,
    blocks: [
      facts(data),
      ...arrivalBlocks(data),
      ...(data.answer ? answerBlocks(data.answer) : []),
      { part: 'body' },
      ...follow(data),
    ],
  }),
  'result-withdrawn': (data) => ({
    values: { ...namesOf(data), お品物の状況: data.goods },
    name: data.name,
    blocks: [facts(data), { part: 'body' }, ...follow(data)],
  }),
  'result-corrected': (data) => ({
    values: { ...namesOf(data), 訂正前の結果: data.before, 訂正後の結果: data.after },
    name: data.name,
    blocks: [
      facts(data, [
        ['訂正前', data.before],
        ['訂正後', data.after],
        ['理由', data.reason],
        ...(data.gift ? giftFacts(data.gift.sums, data.gift.recipient) : []),
      ]),
      { part: 'body' },
      ...(data.gift && isEmpty(data.gift) ? [{ text: leavesNothingWords.message }] : []),
      ...data.notes.map((text) => ({ text })),
      ...follow(data),
    ],
  }),
  'step-taken-back': (data) => ({
    values: { ...namesOf(data), いまの状態: applicationStateFacts[data.state].label },
    name: data.name,
    blocks: [
      facts(data, [['いまの状態', applicationStateFacts[data.state].label]]),
      { part: 'body' },
      ...follow(data),
    ],
  }),
  'step-corrected': (data) => ({
    values: { ...namesOf(data), いまの状態: applicationStateFacts[data.state].label },
    name: data.name,
    blocks: [
      facts(data, [['いまの状態', applicationStateFacts[data.state].label]]),
      ...(data.words === '' ? [] : [{ text: data.words }]),
      { part: 'body' },
      ...follow(data),
    ],
  }),
  'application-changed': (data, siteUrl) => ({
    values: namesOf(data),
    name: data.name,
    isWarning: true,
    blocks: [
      facts(data, data.changes),
      { text: objection },
      { button: 'お問い合わせ', url: `${siteUrl}/contact` },
      ...(data.isFormer
        ? [{ note: 'お知らせをお送りするメールアドレスが変わりました。' }]
        : [...follow(data), ...(data.claimUrl === undefined ? [] : claim(data.claimUrl))]),
    ],
  }),
  'kit-reminder': step({ part: 'body', isNote: true }),
  'own-carton-reminder': step({ part: 'body', isNote: true }),
  'next-box': ({ name, targetName, applyPath }, siteUrl) => ({
    values: { お名前: name, 寄付先: targetName },
    name,
    blocks: [
      { button: '次の箱を申し込む', url: `${siteUrl}${applyPath}` },
      { part: 'closing', isNote: true },
    ],
  }),
};

/** Reason that goods brought nothing, what happened to them, and hints for next time. */
function answerBlocks({ reasons, goods, things, hints }: NothingGained): Block[] {
  return [
    {
      facts: [
        ['おもな理由', reasons.join('、')],
        ...(goods.length > 0 ? [['お品物の行き先', goods.join('')] as const] : []),
      ],
    },
    ...(things.length > 0
      ? [{ text: `一点ずつの行き先：\n${things.map((thing) => `・${thing}`).join('\n')}` }]
      : []),
    { text: `次にお送りくださるときは：\n${hints.map((hint) => `・${hint}`).join('\n')}` },
  ];
}

function claim(claimUrl: string): Block[] {
  return [
    {
      text: '会員登録をすると、寄付の履歴をいつでもご覧いただけます。次のリンクから登録すると、このお申し込みも履歴に入ります。会員の方は、同じリンクからログインして、履歴に入れられます。',
    },
    { button: 'このお申し込みから登録する', url: claimUrl, isSecret: true },
    { note: 'このリンクが使えるのは30日以内、1回限りです。' },
  ];
}
