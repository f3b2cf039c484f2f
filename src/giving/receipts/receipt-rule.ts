import { receivedDayLabel } from '#giving/donations/two-days.ts';
/**
 * The one wording of the rule on receipts, used everywhere (docs/product.md, Receipts).
 * `whyNoReceipt` implements it.
 */
export const receiptRule = {
  who: '団体を選んだ寄付で、寄付金が団体へ届いた日（着金の日）に、その団体が寄付金控除の対象であれば、受領証明書を団体の名義で発行します。基金への寄付と、寄付額が0円のときは発行しません。',
  how: '寄付金が団体へ届いたあと、会員の方がマイページから発行できます。お申し込みのときに希望しなかった方も、団体があとからの発行を承っていれば、お受け取りになれます。登録せずに申し込んだ方は、先に控えのメールのリンクからご登録ください。',
  day: '何年分の寄付になるかは、お申し込みの日や査定が終わった日ではなく、寄付金が団体へ届いた日で決まります。たとえば、12月29日に決まり、翌年の1月20日に団体へ届いた寄付は、翌年分です。',
  sum: '受領証明書に載る金額は、寄付額です。団体は寄付の全額を受け取り、その中から運営の費用を負担するため、費用を引く前の額が寄付金になります。',
} as const;

/** Formats a day YYYY-MM-DD as 2027年1月20日. */
const longDay = (day: string): string => {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}年${month}月${date}日`;
};

/** Day of receipt and tax year of a gift, for its donor. */
export const receivedWords = (receivedOn: string): string =>
  receivedOn === ''
    ? `${receivedDayLabel}：これから（届いた日の年の寄付になります）`
    : `${receivedDayLabel}：${longDay(receivedOn)} → ${receivedOn.slice(0, 4)}年分`;

/** Why gifts have no receipt before their money arrives. */
export const notReceivedYet =
  '受領証明書は、寄付金が団体へ届いたあとに発行できます。寄付金は団体ごとにまとめて送金し、届いた日と、何年分の寄付になるかを、マイページに載せます。いましばらくお待ちください。';

/** Shown to donors who did not ask for a receipt if the organisation issues none later. */
export const noLateReceipt =
  'お申し込みのときに、受領証明書を希望されていませんでした。この団体では、あとからの発行を承っていません。お気持ちに添えず申し訳ありません。お困りのときは、お問い合わせください。';
