import { applicationStateFacts, onHoldMessage } from '#domain/applications/application-state.ts';
import {
  type DeliverySlot,
  deliveryDateLabel,
  deliverySlotLabels,
} from '#domain/applications/delivery.ts';
import { type ProductKind, productLabels } from '#domain/applications/goods.ts';
import { receiptRule } from '#domain/receipts/receipt-rule.ts';
import { formatYen } from '#domain/values/yen.ts';
import type { Block, MailContent } from '#server/mail/mail-content.ts';

/** What every mail about an application says: whose, which, for whom, and where to follow it. */
export type AboutApplication = {
  name: string;
  appraisalId: string;
  targetName: string;
  statusUrl: string;
};
type Delivery = { deliveryDate: string; deliverySlot: DeliverySlot };

export type ApplicationMails = {
  'application-received': AboutApplication &
    Delivery & { products: readonly ProductKind[]; boxes: number; claimUrl: string | undefined };
  'application-corrected': AboutApplication & Delivery;
  'kit-sent': AboutApplication;
  'goods-received': AboutApplication;
  'identity-due': AboutApplication & { amountYen: number };
  'identity-returned': AboutApplication & { reason: string };
  'donation-completed': AboutApplication & { amountYen: number; needReceipt: boolean };
  remitted: AboutApplication;
  'application-cancelled': AboutApplication;
  'application-returned': AboutApplication;
  'application-unpriced': AboutApplication;
  'result-withdrawn': AboutApplication;
  'kit-reminder': AboutApplication;
  'next-box': Pick<AboutApplication, 'name' | 'targetName'> & { applyPath: string };
};

const facts = (
  { appraisalId, targetName }: AboutApplication,
  more: readonly (readonly [string, string])[] = [],
): Block => ({ facts: [['申込番号', appraisalId], ['寄付先', targetName], ...more] });

const delivery = ({ deliveryDate, deliverySlot }: Delivery) =>
  [
    ['箱のお届け希望日', deliveryDateLabel(deliveryDate)],
    ['お届け時間帯', deliverySlotLabels[deliverySlot]],
  ] as const;

const follow = ({ statusUrl }: AboutApplication): Block[] => [
  { button: 'お申し込みの状況を見る', url: statusUrl, isSecret: true },
  { note: 'このリンクはご本人専用です。ほかの方には教えないでください。' },
];

/** The mail that application-life.ts names for entering a state. */
const step =
  (subject: string, message: string, more: Block[] = []) =>
  (data: AboutApplication): MailContent => ({
    subject: `【たすき】${subject}（${data.appraisalId}）`,
    name: data.name,
    blocks: [{ text: message }, facts(data), ...more, ...follow(data)],
  });

/** The mails about an application, from its arrival to the remittance. */
export const applicationMails: {
  [Kind in keyof ApplicationMails]: (data: ApplicationMails[Kind], siteUrl: string) => MailContent;
} = {
  'application-received': (data) => ({
    subject: `【たすき】お申し込みを受け付けました（${data.appraisalId}）`,
    name: data.name,
    blocks: [
      {
        text: `このたびは、たすきにお申し込みいただき、ありがとうございます。\n${applicationStateFacts.applied.message}`,
      },
      facts(data, [
        ['お品物', data.products.map((product) => productLabels[product]).join('、')],
        ['箱の数', `${data.boxes}箱`],
        ...delivery(data),
      ]),
      {
        text: '箱をお送りするまでは、次のページでお届け先と希望日の変更、お申し込みの取り消しができます。',
      },
      ...follow(data),
      ...(data.claimUrl === undefined ? [] : claim(data.claimUrl)),
    ],
  }),
  'application-corrected': (data) => ({
    subject: `【たすき】お届け先・希望日を変更しました（${data.appraisalId}）`,
    name: data.name,
    blocks: [
      { text: 'お申し込みのお届け先と希望日を、ご指定の内容に変更しました。' },
      facts(data, delivery(data)),
      { note: 'お届け先のご住所は、状況のページでご確認いただけます。' },
      ...follow(data),
    ],
  }),
  'kit-sent': step('箱をお送りしました', applicationStateFacts['kit-sent'].message, [
    { text: 'お品物は、お洗濯のうえ、ポケットの中をお確かめになってからお入れください。' },
  ]),
  'goods-received': step('お品物が届きました', applicationStateFacts['goods-received'].message),
  'identity-due': (data) => ({
    subject: `【たすき】ご本人の確認をお願いします（${data.appraisalId}）`,
    name: data.name,
    blocks: [
      { text: onHoldMessage },
      facts(data, [['査定金額', `${formatYen(data.amountYen)}円`]]),
      {
        text: '次のページから、本人確認の書類を2点お送りください。暗号化してお預かりし、運営者だけが確認します。会員の方は、寄付の履歴からもお送りいただけます。',
      },
      ...follow(data),
    ],
  }),
  'identity-returned': (data) => ({
    subject: `【たすき】本人確認の書類をもう一度お送りください（${data.appraisalId}）`,
    name: data.name,
    blocks: [
      {
        text: '本人確認の書類をお送りくださり、ありがとうございました。次の理由で確認できませんでしたので、お手数ですが、もう一度お送りください。お預かりした書類は消去しました。',
      },
      facts(data, [['理由', data.reason]]),
      ...follow(data),
    ],
  }),
  'donation-completed': (data) => ({
    subject: `【たすき】ご寄付が完了しました（${data.appraisalId}）`,
    name: data.name,
    blocks: [
      { text: applicationStateFacts.donated.message },
      facts(data, [['寄付金額', `${formatYen(data.amountYen)}円`]]),
      ...(data.needReceipt
        ? [{ text: `寄付金受領証明書をご希望と承っています。${receiptRule.who}${receiptRule.how}` }]
        : []),
      ...follow(data),
    ],
  }),
  remitted: step('ご寄付を送金しました', applicationStateFacts.remitted.message),
  'application-cancelled': step(
    'お申し込みを取り消しました',
    applicationStateFacts.cancelled.message,
  ),
  'application-returned': step('お品物をお返しします', applicationStateFacts.returned.message),
  'application-unpriced': step('査定の結果のお知らせ', applicationStateFacts.unpriced.message, [
    { text: 'せっかくお送りくださったのに、ご希望に添えず心苦しく思います。' },
  ]),
  'result-withdrawn': step(
    '先日のお知らせの訂正',
    '先日お知らせした査定の結果に誤りがありましたので、いったん取り消しました。ご心配をおかけして申し訳ありません。',
    [{ text: 'お品物は大切にお預かりしています。正しい結果を、改めてお知らせします。' }],
  ),
  'kit-reminder': step(
    '箱のご準備はいかがですか',
    '箱をお送りしてから3週間がたちましたが、お品物がまだ届いておりません。お忙しいところ恐れ入りますが、ご準備ができましたら箱をお送りください。\nすでにお送りくださっていましたら、どうぞご容赦ください。',
    [{ note: '箱が届いていないときや、お申し込みを取り消したいときは、お問い合わせください。' }],
  ),
  'next-box': ({ name, targetName, applyPath }, siteUrl) => ({
    subject: '【たすき】次のご寄付のご案内',
    name,
    blocks: [
      {
        text: `前回のご寄付から半年がたちました。その節は${targetName}へのご寄付を、ありがとうございました。\nお使いにならなくなったお品物がありましたら、今回もお役立てください。`,
      },
      { button: '次の箱を申し込む', url: `${siteUrl}${applyPath}` },
      { note: 'このご案内だけで、新しいお申し込みになることはありません。' },
    ],
  }),
};

function claim(claimUrl: string): Block[] {
  return [
    {
      text: '会員登録をすると、寄付の履歴をいつでもご覧いただけます。次のリンクから登録すると、このお申し込みも履歴に入ります。会員の方は、同じリンクからログインして、履歴に入れられます。',
    },
    { button: 'このお申し込みから登録する', url: claimUrl, isSecret: true },
    { note: 'このリンクが使えるのは30日以内、1回限りです。' },
  ];
}
